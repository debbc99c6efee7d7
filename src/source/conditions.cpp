#include "source/conditions.hpp"

#include <algorithm>
#include <array>

#include "source/tokens.hpp"

namespace warpscope::source {
namespace {

template<class Visit>
void for_each_outside(const Tokens& tokens, size_t first, size_t end, const Visit& visit) {
    for (size_t i = first; i < end; ++i) {
        visit(i);
        if (tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{")) i = closing_bracket(tokens, i);
    }
}

/// Returns the token range of a for loop's condition; empty if missing.
std::pair<size_t, size_t> middle_of(const Tokens& tokens, size_t first, size_t end) {
    std::vector<size_t> semicolons;
    for_each_outside(tokens, first, end, [&](size_t i) {
        if (tokens[i].is(";")) semicolons.push_back(i);
    });
    return semicolons.size() == 2 ? std::pair(semicolons[0] + 1, semicolons[1]) : std::pair(first, first);
}

bool compares(const Token& token) {
    constexpr std::array<std::string_view, 6> signs{"==", "!=", "<=", ">=", "<", ">"};
    return std::ranges::find(signs, token.text) != signs.end();
}

void add_parts(std::string_view condition, const Tokens& tokens, size_t first, size_t end,
               std::vector<ConditionPart>& out) {
    while (first < end && tokens[first].is("(") && closing_bracket(tokens, first) == end - 1) {
        ++first;
        --end;
    }
    for (const std::string_view join : {"||", "&&"}) { // loosest operator first
        size_t at = end;
        for_each_outside(tokens, first, end, [&](size_t i) {
            if (at == end && tokens[i].is(join)) at = i;
        });
        if (at == end) continue;
        add_parts(condition, tokens, first, at, out);
        return add_parts(condition, tokens, at + 1, end, out);
    }
    if (first == end) return;
    std::vector<std::string_view> signs;
    for_each_outside(tokens, first, end, [&](size_t i) {
        if (compares(tokens[i])) signs.push_back(tokens[i].text);
    });
    // Several signs are ambiguous: "a < b == c", or brackets of template arguments.
    out.push_back({text_of(condition, tokens, first, end), signs.size() == 1 ? signs.front() : std::string_view()});
}

} // namespace

std::string_view condition_in(std::string_view text) {
    const Tokens tokens = tokens_of(text);
    for (const std::string_view word : {"if", "while", "for"})
        for (size_t i = 0; i + 1 < tokens.size() && tokens[i].line == 1; ++i) {
            if (!tokens[i].is(word)) continue;
            const size_t open = tokens[i + 1].is("constexpr") ? i + 2 : i + 1;
            if (open >= tokens.size() || !tokens[open].is("(")) continue;
            const size_t close = closing_bracket(tokens, open);
            if (close == tokens.size()) continue;
            const auto [first, end] = word == "for" ? middle_of(tokens, open + 1, close) : std::pair(open + 1, close);
            return text_of(text, tokens, first, end);
        }
    return {};
}

std::vector<ConditionPart> comparisons_in(std::string_view condition) {
    const Tokens tokens = join_operators(tokens_of(condition));
    std::vector<ConditionPart> parts;
    add_parts(condition, tokens, 0, tokens.size(), parts);
    return parts;
}

std::vector<std::string> names_in_condition(std::string_view condition) {
    const Tokens tokens = tokens_of(condition);
    std::vector<std::string> names;
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].is_word()) continue;
        std::string name(tokens[i].text);
        for (; i + 2 < tokens.size() && tokens[i + 1].is(".") && tokens[i + 2].is_word(); i += 2) {
            name += '.';
            name += tokens[i + 2].text;
        }
        if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
    return names;
}

std::optional<bool> holds(std::string_view condition, const WholeLookup& lookup) {
    const auto root = parse_expression(condition, condition_grammar());
    if (!root) return std::nullopt;
    Meaning meaning = whole_numbers(lookup);
    meaning.decides_early = true;
    const auto value = evaluate(**root, meaning);
    return value ? std::optional(is_true(*value)) : std::nullopt;
}

} // namespace warpscope::source
