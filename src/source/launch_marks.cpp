#include "source/launch_marks.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "source/tokens.hpp"

namespace warpscope::source {
namespace {

using Span = std::pair<size_t, size_t>; // offsets in the text

/// Returns three marks at `first` if only blanks separate them, otherwise an empty span.
Span marks_at(const Tokens& tokens, size_t first, std::string_view mark, std::string_view text) {
    if (first + 3 > tokens.size()) return {};
    for (size_t i = first; i < first + 3; ++i)
        if (!tokens[i].is(mark)) return {};
    const Span span{tokens[first].begin, tokens[first + 2].end};
    const std::string_view between = text.substr(span.first, span.second - span.first);
    return between.find_first_not_of(std::string(mark) + " \t") == std::string_view::npos ? span : Span{};
}

/// Returns the ">>>" after a launch configuration that starts at `first`.
Span closing_marks(const Tokens& tokens, size_t first, std::string_view text) {
    for (size_t i = first; i < tokens.size() && !tokens[i].is(";"); ++i) {
        if (tokens[i].is("(") || tokens[i].is("{") || tokens[i].is("[")) {
            i = closing_bracket(tokens, i);
            continue;
        }
        const Span span = marks_at(tokens, i, ">", text);
        if (span.second != 0 && i + 3 < tokens.size() && tokens[i + 3].is("(")) return span;
    }
    return {};
}

} // namespace

std::string join_launch_marks(std::string text) {
    const Tokens tokens = tokens_of(text);
    std::vector<Span> found;
    for (size_t i = 1; i < tokens.size(); ++i) {
        const Token& before = tokens[i - 1];
        if ((!before.is_word() && !before.is(">")) || before.is("operator")) continue;
        const bool is_joined = tokens[i].is("<<<");
        const Span open = is_joined ? Span{tokens[i].begin, tokens[i].end} : marks_at(tokens, i, "<", text);
        if (open.second == 0) continue;
        const Span close = closing_marks(tokens, i + (is_joined ? 1 : 3), text);
        if (close.second == 0) continue;
        found.push_back(open);
        found.push_back(close);
    }
    for (const auto& [begin, end] : found) {
        const auto first = text.begin() + static_cast<std::ptrdiff_t>(begin);
        std::fill(first + 3, text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
        std::fill(first, first + 3, text[begin]);
    }
    return text;
}

} // namespace warpscope::source
