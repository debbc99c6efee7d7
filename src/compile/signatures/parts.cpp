#include "compile/signatures/parts.hpp"

#include <fmt/format.h>

namespace warpscope::compile {

std::vector<std::pair<size_t, size_t>> parts_between_commas(const std::vector<Token>& tokens, size_t first,
                                                            size_t end) {
    std::vector<std::pair<size_t, size_t>> parts;
    int depth = 0;
    size_t begin = first;
    for (size_t i = first; i < end; ++i) {
        const Token& token = tokens[i];
        depth += token.is("(") || token.is("[") || token.is("{") || token.is("<")   ? 1
                 : token.is(")") || token.is("]") || token.is("}") || token.is(">") ? -1
                                                                                    : 0;
        if (token.is(",") && depth == 0) {
            parts.emplace_back(begin, i);
            begin = i + 1;
        }
    }
    if (begin < end) parts.emplace_back(begin, end);
    return parts;
}

std::string words_of(const std::vector<Token>& tokens, size_t first, size_t end) {
    std::string out;
    for (size_t i = first; i < end; ++i) {
        const bool apart = i > first && tokens[i].is_word() && tokens[i - 1].is_word();
        out += fmt::format("{}{}", apart ? " " : "", tokens[i].text);
    }
    return out;
}

} // namespace warpscope::compile
