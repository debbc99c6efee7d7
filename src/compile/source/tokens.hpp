// The words of a CUDA source text, without comments. Private to src/compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::compile {

enum class TokenKind : uint8_t {
    word,      // identifier or keyword
    literal,   // number, character or string
    mark,      // one character of punctuation, or "::" or "<<<"
    directive, // a whole line of the preprocessor, with the lines that continue it
};

struct Token {
    TokenKind kind{};
    size_t begin = 0, end = 0; // in the text
    std::string_view text;

    [[nodiscard]] bool is(std::string_view wanted) const { return text == wanted; }
    [[nodiscard]] bool is_word() const { return kind == TokenKind::word; }
};

/// The tokens of `source`, which must outlive them. What stands between `#if 0` and its end is left out.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view source);

/// The name of a directive, "include", and what follows it without comments at its end.
struct Directive {
    std::string_view name, rest;
};
[[nodiscard]] Directive directive_in(std::string_view line);

/// Index of the bracket that closes the one at `open`; tokens.size() where there is none. Brackets in the second and
/// further branches of an #if count as those of the first, in place of which they stand.
[[nodiscard]] size_t closing_bracket(const std::vector<Token>& tokens, size_t open);

/// Index behind a template's arguments, whose '<' stands at `open`; `open` itself where it is no such bracket.
[[nodiscard]] size_t behind_template_arguments(const std::vector<Token>& tokens, size_t open);

} // namespace warpscope::compile
