#include "ui/widgets/rich_text.hpp"

#include <algorithm>
#include <cmath>

#include "lesson/markdown.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/line_break.hpp"

namespace warpscope::ui {

namespace {

using lesson::Block;

struct Piece {
    std::string_view text;
    Face face = Face::text;
    bool code = false;
    bool after_space = false, line_break = false;
    bool may_begin_line = false; // even without a preceding space
};

std::vector<Piece> pieces_of(const Block& block, Face plain) {
    std::vector<Piece> pieces;
    bool space = false;
    for (const lesson::Span& span : block.spans) {
        const std::string_view words = span.text;
        if (constexpr size_t few = 44; span.code && words.size() <= few && !words.empty()) {
            const Face mono = span.strong || plain == Face::strong ? Face::mono_strong : Face::mono;
            pieces.push_back({words, mono, true, space, span.line_break});
            space = false;
            continue;
        }
        const Face face = span.code ? (span.strong || plain == Face::strong ? Face::mono_strong : Face::mono)
                          : span.strong || span.emphasis ? Face::strong
                                                         : plain;
        size_t at = 0;
        while (at < words.size()) {
            if (words[at] == ' ' || words[at] == '\n') {
                space = true;
                ++at;
                continue;
            }
            const size_t end = std::min(words.find_first_of(" \n", at), words.size());
            for (bool first = true; at < end; first = false) {
                const size_t bytes = unbroken(words.substr(at, end - at));
                pieces.push_back({words.substr(at, bytes), face, span.code, space, false, !first});
                space = false;
                at += bytes;
            }
        }
        if (span.line_break && !pieces.empty()) pieces.back().line_break = true;
    }
    return pieces;
}

class Flow {
public:
    Flow(const Look& look, const TextStyle& style, float left, float width)
        : look_(look)
        , style_(style)
        , left_(left)
        , right_(left + width)
        , at_{left, ImGui::GetCursorScreenPos().y} {}

    void draw(const std::vector<Piece>& pieces) {
        for (size_t first = 0; first < pieces.size();) {
            size_t end = first + 1;
            while (end < pieces.size() && !pieces[end].after_space && !pieces[end].may_begin_line &&
                   !pieces[end - 1].line_break)
                ++end;
            float wide = 0;
            for (size_t i = first; i < end; ++i) wide += width_of(pieces[i]);
            const float space =
                pieces[first].after_space && at_.x > left_ ? look_.measure(style_.face, style_.size, " ").x : 0;
            if (at_.x > left_ && at_.x + space + wide > right_)
                next_line();
            else
                at_.x += space;
            for (size_t i = first; i < end; ++i) put(pieces[i]);
            if (pieces[end - 1].line_break) next_line();
            first = end;
        }
    }
    [[nodiscard]] float bottom() const { return at_.y + line_height(); }

private:
    [[nodiscard]] float line_height() const { return look_.px(style_.size * 1.45f); }
    [[nodiscard]] float size_of(const Piece& piece) const { return piece.code ? style_.size * 0.93f : style_.size; }
    [[nodiscard]] float width_of(const Piece& piece) const {
        return look_.measure(piece.face, size_of(piece), piece.text).x;
    }
    void next_line() { at_ = {left_, at_.y + line_height()}; }

    void put(const Piece& piece) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float size = size_of(piece), wide = width_of(piece);
        const float drop = look_.px(style_.size * (piece.code ? 0.25f : 0.12f));
        if (piece.code)
            list.AddRectFilled({at_.x - look_.px(1), at_.y + look_.px(style_.size * 0.08f)},
                               {at_.x + wide + look_.px(1), at_.y + look_.px(style_.size * 1.38f)}, look_.colors->field,
                               look_.px(3));
        const ImU32 color = style_.color != 0 ? style_.color : look_.colors->text;
        list.AddText(look_.font(piece.face), look_.px(size), {at_.x, at_.y + drop}, color, piece.text.data(),
                     piece.text.data() + piece.text.size());
        at_.x += wide;
    }

    const Look& look_;
    const TextStyle& style_;
    float left_, right_;
    ImVec2 at_;
};

void code_block(const Look& look, std::string_view words, const TextStyle& style) {
    const float size = style.size * 0.9f, row = look.px(size * 1.4f), pad = look.px(9);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    while (words.ends_with('\n')) words.remove_suffix(1);
    const auto lines = static_cast<float>(1 + std::ranges::count(words, '\n'));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + lines * row + 2 * pad}, look.colors->field, look.px(7));
    list.PushClipRect(at, {at.x + width - pad, at.y + lines * row + 2 * pad}, true);
    list.AddText(look.font(Face::mono), look.px(size), {at.x + pad, at.y + pad}, look.colors->text, words.data(),
                 words.data() + words.size());
    list.PopClipRect();
    ImGui::Dummy({width, lines * row + 2 * pad});
}

} // namespace

void rich_text(const Look& look, std::string_view words, TextStyle style) {
    const std::vector<Block> blocks = lesson::blocks_of(words);
    record_text(lesson::plain_text(words));
    const float between = look.px(style.size * 0.45f);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    for (size_t i = 0; i < blocks.size(); ++i) {
        const Block& block = blocks[i];
        if (i > 0) ImGui::Dummy({0, block.kind == Block::Kind::item ? between * 0.5f : between});
        if (block.kind == Block::Kind::code) {
            code_block(look, block.spans.front().text, style);
            continue;
        }
        TextStyle own = style;
        if (block.kind == Block::Kind::heading) own.face = Face::strong;
        const ImVec2 start = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        float left = start.x;
        if (block.kind == Block::Kind::item) {
            left += look.px(style.size * (1.3f + 1.3f * static_cast<float>(block.depth)));
            const ImVec2 mark = look.measure(own.face, own.size, block.mark);
            ImGui::GetWindowDrawList()->AddText(
                look.font(own.face), look.px(own.size),
                {left - mark.x - look.px(style.size * 0.45f), start.y + look.px(style.size * 0.12f)},
                own.color != 0 ? own.color : look.colors->text, block.mark.data(),
                block.mark.data() + block.mark.size());
        }
        Flow flow(look, own, left, start.x + width - left);
        flow.draw(pieces_of(block, own.face));
        ImGui::Dummy({width, flow.bottom() - start.y});
    }
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
