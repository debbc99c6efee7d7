// Splits CUDA source text into tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::compile {

enum class TokenKind : uint8_t {
    word,
    literal,
    mark,      // one punctuation character, "::" or "<<<"
    directive, // with continued lines
};

struct Token {
    TokenKind kind{};
    size_t begin = 0, end = 0; // offsets in the text
    std::string_view text;

    [[nodiscard]] bool is(std::string_view wanted) const { return text == wanted; }
    [[nodiscard]] bool is_word() const { return kind == TokenKind::word; }
};

/// `source` must outlive the tokens. Skips comments and `#if 0`.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view source);

/// Name, such as "include", and rest without trailing comment.
struct Directive {
    std::string_view name, rest;
};
[[nodiscard]] Directive directive_in(std::string_view line);

/// Returns the matching bracket, or tokens.size(). Brackets in later branches of an #if replace those in the first.
[[nodiscard]] size_t closing_bracket(const std::vector<Token>& tokens, size_t open);

/// Returns the index after the '>', or `open` if '<' is a comparison.
[[nodiscard]] size_t behind_template_arguments(const std::vector<Token>& tokens, size_t open);

} // namespace warpscope::compile
