#include "ptx/rewrite/outline.hpp"

#include <algorithm>
#include <array>

namespace warpscope::ptx {
namespace {

bool is_space_of_variables(std::string_view word) {
    constexpr std::array<std::string_view, 5> spaces{".global", ".const", ".shared", ".local", ".tex"};
    return std::ranges::find(spaces, word) != spaces.end();
}

class OutlineReader {
public:
    explicit OutlineReader(Outline& text)
        : text_(text)
        , tokens_(text.tokens) {}

    void read() {
        while (tokens_[at_].kind != TokenKind::end) {
            Item item;
            item.first = at_;
            read(item);
            item.end = std::max(at_, item.first + 1);
            at_ = item.end;
            text_.items.push_back(item);
        }
    }

private:
    [[nodiscard]] bool at_end() const { return tokens_[at_].kind == TokenKind::end; }
    void skip_balanced() {
        int depth = 0;
        do {
            const Token& token = tokens_[at_];
            if (token.is("{") || token.is("(")) ++depth;
            if (token.is("}") || token.is(")")) --depth;
            ++at_;
        } while (depth > 0 && !at_end());
    }
    void skip_statement() {
        while (!at_end() && !tokens_[at_].is(";"))
            if (tokens_[at_].is("{") || tokens_[at_].is("("))
                skip_balanced();
            else
                ++at_;
        if (!at_end()) ++at_;
    }
    void skip_line() {
        for (const uint32_t line = tokens_[at_].line; !at_end() && tokens_[at_].line == line;) ++at_;
    }

    void read(Item& item) {
        for (;; ++at_) {
            const Token& token = tokens_[at_];
            if (token.is(".visible"))
                item.linkage = Linkage::visible;
            else if (token.is(".weak") || token.is(".common"))
                item.linkage = Linkage::weak;
            else if (token.is(".extern"))
                item.linkage = Linkage::external;
            else
                break;
        }
        const std::string_view word = tokens_[at_].text;
        if (word == ".func" || word == ".entry") {
            function(item);
        } else if (is_space_of_variables(word)) {
            variable(item, word);
        } else if (word == ".file" || word == ".version" || word == ".target" || word == ".address_size") {
            item.kind = word == ".file" ? Item::Kind::file : Item::Kind::heading;
            skip_line();
        } else if (word == ".section") {
            item.kind = Item::Kind::section;
            ++at_;
            item.name = tokens_[at_].text;
            while (!at_end() && !tokens_[at_].is("{")) ++at_;
            skip_balanced();
        } else if (word == ".alias" || word == ".pragma") {
            skip_statement();
        } else {
            skip_line();
        }
    }

    void read_name(Item& item) {
        while (!at_end() && tokens_[at_].kind != TokenKind::identifier)
            if (tokens_[at_].is("("))
                skip_balanced();
            else
                ++at_;
        item.name = tokens_[at_].text;
    }

    void function(Item& item) {
        item.kind = Item::Kind::function;
        ++at_;
        read_name(item);
        while (!at_end() && !tokens_[at_].is("{") && !tokens_[at_].is(";"))
            if (tokens_[at_].is("("))
                skip_balanced();
            else if (tokens_[at_].is(".pragma"))
                skip_statement();
            else
                ++at_;
        if (at_end()) return;
        item.defines = tokens_[at_].is("{");
        skip_balanced();
    }

    void variable(Item& item, std::string_view space) {
        item.kind = Item::Kind::variable;
        item.shared = space == ".shared";
        item.defines = item.linkage != Linkage::external;
        read_name(item);
        skip_statement();
    }

    Outline& text_;
    std::vector<Token>& tokens_;
    size_t at_ = 0;
};

} // namespace

Result<Outline> outline_of(std::string_view whole) {
    Outline text;
    text.whole = whole;
    TokenStream tokens(whole, "device code");
    while (!tokens.at_end()) text.tokens.push_back(tokens.next());
    if (tokens.failed()) return tl::unexpected(tokens.error());
    Token end;
    end.text = whole.substr(whole.size());
    text.tokens.push_back(end);
    OutlineReader(text).read();
    return text;
}

} // namespace warpscope::ptx
