#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::compile {

enum class TokenKind : uint8_t {
    word,
    literal,
    mark,      // punctuation character, "::" or "<<<"
    directive, // directive with continued lines
};

struct Token {
    TokenKind kind{};
    size_t begin = 0, end = 0; // offsets in the text
    std::string_view text;

    [[nodiscard]] bool is(std::string_view wanted) const { return text == wanted; }
    [[nodiscard]] bool is_word() const { return kind == TokenKind::word; }
};

/// Skips comments and `#if 0`. `source` must outlive the tokens.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view source);

/// Name ("include") and rest without trailing comment.
struct Directive {
    std::string_view name, rest;
};
[[nodiscard]] Directive directive_in(std::string_view line);

/// Returns tokens.size() if there is none. Brackets in later branches of an #if replace earlier ones.
[[nodiscard]] size_t closing_bracket(const std::vector<Token>& tokens, size_t open);

/// Returns `open` if '<' is a comparison.
[[nodiscard]] size_t behind_template_arguments(const std::vector<Token>& tokens, size_t open);

} // namespace warpscope::compile
