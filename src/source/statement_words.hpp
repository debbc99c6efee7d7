#pragma once

#include <algorithm>
#include <array>

#include "source/kernel_text.hpp"

namespace warpscope::source {

template<size_t N>
[[nodiscard]] bool one_of(std::string_view text, const std::array<std::string_view, N>& all) {
    return std::find(all.begin(), all.end(), text) != all.end();
}

inline constexpr std::array<std::string_view, 3> statement_ends{";", "{", "}"};
inline constexpr std::array<std::string_view, 10> changing_signs{
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
inline constexpr std::array<std::string_view, 4> no_operands{"return", "else", "case", "do"};

[[nodiscard]] inline bool ends_statement(const Token& word) { return one_of(word.text, statement_ends); }
[[nodiscard]] inline bool steps(const Token& word) { return word.is("++") || word.is("--"); }
[[nodiscard]] inline bool assigns(const Token& word) { return word.is("=") || one_of(word.text, changing_signs); }
[[nodiscard]] inline bool is_member(const Token& before) {
    return before.is(".") || before.is("->") || before.is("::");
}

/// Returns whether an operand may end with this word, so that a sign after it is binary.
[[nodiscard]] inline bool ends_operand(const Token& word) {
    if (word.is_word()) return !one_of(word.text, no_operands);
    return word.kind == TokenKind::number || word.is(")") || word.is("]");
}

/// Detects declarations such as `float tile[32]`, which access nothing.
[[nodiscard]] inline bool declares(const Tokens& w, size_t name) {
    if (name == 0) return false;
    const Token& before = w[name - 1];
    return before.is_word() && !one_of(before.text, no_operands);
}

[[nodiscard]] inline bool changes_at(const Tokens& w, size_t name) {
    const Token &before = w[name - 1], &after = w[name + 1];
    const bool steps_it = steps(before) && !after.is("[");
    const bool address = before.is("&") && !ends_operand(w[name - 2]) && !after.is("[");
    return assigns(after) || steps(after) || steps_it || address || declares(w, name);
}

} // namespace warpscope::source
