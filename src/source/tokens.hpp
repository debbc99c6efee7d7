// Accepts incomplete text: brackets, quotes or comment ends may be missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::source {

enum class TokenKind : uint8_t {
    word,      // also keywords
    number,    // with its suffix: "1.5e-3f", "0x10u"
    string,    // string or character literal, with quotes and prefix
    mark,      // one character, "::" or "<<<"; longer after join_operators()
    directive, // with continuation lines
    comment,   // only for display
};

struct Token {
    TokenKind kind{};
    size_t begin = 0, end = 0;
    std::string_view text;
    uint32_t line = 0; // from 1

    [[nodiscard]] bool is(std::string_view wanted) const { return text == wanted; }
    [[nodiscard]] bool is_word() const { return kind == TokenKind::word; }
    [[nodiscard]] bool is_literal() const { return kind == TokenKind::number || kind == TokenKind::string; }
};
/// Empty past the end, so that patterns in incomplete text need no checks.
class Tokens : public std::vector<Token> {
public:
    using vector::vector;
    [[nodiscard]] const Token& operator[](size_t i) const {
        static constexpr Token none{TokenKind::mark, 0, 0, {}, 0};
        return i < size() ? vector::operator[](i) : none;
    }
    [[nodiscard]] Token& operator[](size_t i) { return vector::operator[](i); }
};

/// Returns tokens that refer to `source`, without comments or the dead branch of `#if 0`.
[[nodiscard]] Tokens tokens_of(std::string_view source);

/// Returns a line's tokens, with comments and the tokens of directives. `in_comment`: whether the line starts in a
/// block comment; updated for the next line.
[[nodiscard]] Tokens line_tokens(std::string_view line, bool& in_comment);

/// Joins C++ operators: "+=", "->", "<<=". Not for template arguments, where ">>" is two tokens.
[[nodiscard]] Tokens join_operators(const Tokens& tokens);

/// Name such as "include", and the rest up to a comment.
struct Directive {
    std::string_view name, rest;
};
[[nodiscard]] Directive directive_in(std::string_view line);

struct Macro {
    std::string_view name;
    bool has_parameters = false;
    std::vector<std::string_view> parameters;
    Tokens body;
    std::string_view body_text; // without trailing comments
};
[[nodiscard]] std::optional<Macro> macro_in(const Token& directive);

/// Returns the bracket that closes `open`, or tokens.size(). Branches of an #if count as alternatives.
[[nodiscard]] size_t closing_bracket(const Tokens& tokens, size_t open);

/// Returns the index after template arguments at `open`, or `open` if there are none.
[[nodiscard]] size_t after_template_arguments(const Tokens& tokens, size_t open);

/// Returns token ranges [first, second) between commas outside brackets.
[[nodiscard]] std::vector<std::pair<size_t, size_t>> parts_between_commas(const Tokens& tokens, size_t first,
                                                                          size_t end);

/// Returns tokens [first, end) with blanks only between words.
[[nodiscard]] std::string words_of(const Tokens& tokens, size_t first, size_t end);

/// Works like words_of(), with blanks where the source has blanks or comments.
[[nodiscard]] std::string spelled(const Tokens& tokens, size_t first, size_t end);

[[nodiscard]] std::string_view text_of(std::string_view source, const Tokens& tokens, size_t first, size_t end);

} // namespace warpscope::source
