#include "ui/code/line_pieces.hpp"

#include <algorithm>

namespace warpscope::ui {

namespace {

size_t begin_of_character(std::string_view line, size_t at) {
    while (at > 0 && at < line.size() && (static_cast<unsigned char>(line[at]) & 0xc0U) == 0x80U) --at;
    return at;
}

} // namespace

std::vector<LinePiece> pieces_of(std::string_view line, size_t columns) {
    constexpr size_t min_columns = 8;
    columns = std::max(columns, min_columns);
    const size_t lead = std::min(line.find_first_not_of(" \t"), line.size());
    const size_t indent = std::min(lead + 4, columns / 2);
    std::vector<LinePiece> pieces;
    size_t begin = 0;
    while (begin + (columns - (pieces.empty() ? 0 : indent)) < line.size()) {
        const size_t room = columns - (pieces.empty() ? 0 : indent);
        const size_t first = pieces.empty() ? lead : begin;
        const size_t blank = line.rfind(' ', begin + room);
        size_t end = begin_of_character(line, begin + room), next = end;
        if (blank != std::string_view::npos && blank > first) {
            end = blank;
            next = blank + 1;
        }
        if (next <= begin) break;
        pieces.push_back({begin, end, pieces.empty() ? 0 : indent});
        begin = next;
    }
    pieces.push_back({begin, line.size(), pieces.empty() ? 0 : indent});
    return pieces;
}

std::vector<Token> tokens_within(const std::vector<Token>& tokens, size_t begin, size_t end) {
    std::vector<Token> within;
    size_t at = 0;
    for (const Token& token : tokens) {
        const size_t from = std::max(at, begin), to = std::min(at + token.text.size(), end);
        if (from < to) within.push_back({token.kind, token.text.substr(from - at, to - from)});
        at += token.text.size();
    }
    return within;
}

} // namespace warpscope::ui
