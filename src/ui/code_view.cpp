#include "ui/code_view.hpp"

#include <string>

namespace warpscope::ui {

namespace {

ImU32 colour_of(const Palette& c, TokenKind kind) {
    switch (kind) {
    case TokenKind::keyword: return c.keyword;
    case TokenKind::type_name: return c.type_name;
    case TokenKind::number: return c.number;
    case TokenKind::string: return c.string;
    case TokenKind::comment: return c.comment;
    case TokenKind::builtin: return c.builtin;
    case TokenKind::plain: break;
    }
    return c.text;
}

} // namespace

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

float draw_tokens(const Look& look, ImDrawList& list, ImVec2 at, const std::vector<Token>& tokens) {
    const float start = at.x;
    std::string expanded;
    for (const Token& token : tokens) {
        std::string_view words = token.text;
        if (words.find('\t') != std::string_view::npos) {
            expanded.clear();
            for (char c : words) expanded += c == '\t' ? std::string("    ") : std::string(1, c);
            words = expanded;
        }
        list.AddText(look.fonts.mono, look.px(size_code), at, colour_of(*look.colours, token.kind), words.data(),
                     words.data() + words.size());
        at.x += look.measure(Face::mono, size_code, words).x;
    }
    return at.x - start;
}

void draw_line_number(const Look& look, ImDrawList& list, ImVec2 right, size_t number) {
    const std::string words = std::to_string(number);
    const float width = look.measure(Face::mono, size_code, words).x;
    list.AddText(look.fonts.mono, look.px(size_code), {right.x - width, right.y}, look.colours->muted, words.data(),
                 words.data() + words.size());
}

} // namespace warpscope::ui
