#include "lesson/markdown.hpp"

#include <fmt/format.h>
#include <md4c.h>

namespace warpscope::lesson {
namespace {

class Builder {
public:
    std::vector<Block> build(std::string_view markdown) {
        MD_PARSER parser{};
        parser.flags = MD_FLAG_NOHTML;
        parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
            return static_cast<Builder*>(self)->enter(type, detail);
        };
        parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
            return static_cast<Builder*>(self)->leave(type);
        };
        parser.enter_span = [](MD_SPANTYPE type, void*, void* self) {
            return static_cast<Builder*>(self)->style(type, true);
        };
        parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
            return static_cast<Builder*>(self)->style(type, false);
        };
        parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
            return static_cast<Builder*>(self)->text(type, {text, size});
        };
        md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, this);
        std::erase_if(blocks_, [](const Block& block) { return block.spans.empty(); });
        return std::move(blocks_);
    }

private:
    struct List {
        bool numbered = false;
        unsigned next = 1;
    };

    int enter(MD_BLOCKTYPE type, void* detail) {
        switch (type) {
        case MD_BLOCK_UL: lists_.push_back({}); break;
        case MD_BLOCK_OL: lists_.push_back({true, static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start}); break;
        case MD_BLOCK_LI: {
            List& list = lists_.back();
            begin(Block::Kind::item, list.numbered ? fmt::format("{}.", list.next++) : "•");
            break;
        }
        case MD_BLOCK_H: begin(Block::Kind::heading); break;
        case MD_BLOCK_CODE: begin(Block::Kind::code); break;
        case MD_BLOCK_P:
            // The first paragraph of a list item continues the item's block.
            if (lists_.empty())
                begin(Block::Kind::paragraph);
            else if (blocks_.empty() || blocks_.back().kind != Block::Kind::item || !blocks_.back().spans.empty())
                begin(Block::Kind::item);
            break;
        default: break;
        }
        return 0;
    }

    int leave(MD_BLOCKTYPE type) {
        if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) lists_.pop_back();
        return 0;
    }

    void begin(Block::Kind kind, std::string mark = {}) {
        blocks_.push_back({kind, lists_.empty() ? 0 : static_cast<int>(lists_.size()) - 1, std::move(mark), {}});
    }

    int style(MD_SPANTYPE type, bool on) {
        if (type == MD_SPAN_STRONG) now_.strong = on;
        if (type == MD_SPAN_EM) now_.emphasis = on;
        if (type == MD_SPAN_CODE) now_.code = on;
        return 0;
    }

    int text(MD_TEXTTYPE type, std::string_view words) {
        if (blocks_.empty()) begin(Block::Kind::paragraph);
        std::vector<Span>& spans = blocks_.back().spans;
        if (type == MD_TEXT_BR) {
            if (!spans.empty()) spans.back().line_break = true;
            return 0;
        }
        if (type == MD_TEXT_SOFTBR) words = " ";
        const bool goes_on = !spans.empty() && !spans.back().line_break && spans.back().strong == now_.strong &&
                             spans.back().emphasis == now_.emphasis && spans.back().code == now_.code;
        if (!goes_on) {
            spans.push_back(now_);
            spans.back().text.clear();
        }
        spans.back().text += words;
        return 0;
    }

    std::vector<Block> blocks_;
    std::vector<List> lists_;
    Span now_;
};

} // namespace

std::vector<Block> blocks_of(std::string_view markdown) { return Builder().build(markdown); }

std::string plain_text(std::string_view markdown) {
    std::string out;
    for (const Block& block : blocks_of(markdown)) {
        if (!out.empty()) out += '\n';
        if (!block.mark.empty()) out += block.mark + " ";
        for (const Span& span : block.spans) {
            out += span.text;
            if (span.line_break) out += '\n';
        }
    }
    return out;
}

} // namespace warpscope::lesson
