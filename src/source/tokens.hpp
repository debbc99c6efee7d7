// Tokens of a CUDA C++ text, and queries that need no syntax tree.
//
// The text may be incomplete: a missing bracket, quote or comment end is not an error. Every reader of kernel text in
// Warpscope starts here.
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
    word,      // identifier or keyword
    number,    // with its suffix: "1.5e-3f", "0x10u"
    string,    // string or character literal, with quotes and prefix; raw strings too
    mark,      // one punctuation character, "::" or "<<<"; longer operators only after join_operators()
    directive, // a preprocessor line with its continuation lines
    comment,   // only if asked for
};

struct Token {
    TokenKind kind{};
    size_t begin = 0, end = 0; // in the text
    std::string_view text;
    uint32_t line = 0; // counted from 1

    [[nodiscard]] bool is(std::string_view wanted) const { return text == wanted; }
    [[nodiscard]] bool is_word() const { return kind == TokenKind::word; }
    [[nodiscard]] bool is_literal() const { return kind == TokenKind::number || kind == TokenKind::string; }
};
using Tokens = std::vector<Token>;

/// Returns the tokens of `source` without comments and without the dead branch of `#if 0`. Tokens refer to `source`.
[[nodiscard]] Tokens tokens_of(std::string_view source);

/// Returns the tokens of one line for display: with comments, and with the tokens of a directive in place of the
/// directive. `in_comment` says whether the line starts inside a block comment, and is updated for the next line.
[[nodiscard]] Tokens line_tokens(std::string_view line, bool& in_comment);

/// Joins marks that form one operator of C++: "+=", "->", "<<=". Template argument lists need them apart.
[[nodiscard]] Tokens join_operators(const Tokens& tokens);

/// The name of a directive, such as "include", and the rest of its line up to a comment.
struct Directive {
    std::string_view name, rest;
};
[[nodiscard]] Directive directive_in(std::string_view line);

struct Macro {
    std::string_view name;
    bool has_parameters = false;
    std::vector<std::string_view> parameters;
    Tokens body;
    std::string_view body_text; // without comments at the end
};
/// Returns the macro that a #define defines; nullopt for another token.
[[nodiscard]] std::optional<Macro> macro_in(const Token& directive);

/// Returns the index of the bracket that closes the one at `open`, or tokens.size(). Branches of an #if after the first
/// count as alternatives to the first.
[[nodiscard]] size_t closing_bracket(const Tokens& tokens, size_t open);

/// Returns the index after a template argument list that starts with '<' at `open`, or `open` if it is no such list.
[[nodiscard]] size_t after_template_arguments(const Tokens& tokens, size_t open);

/// Returns the token ranges [first, second) between the commas outside of brackets.
[[nodiscard]] std::vector<std::pair<size_t, size_t>> parts_between_commas(const Tokens& tokens, size_t first,
                                                                          size_t end);

/// Returns tokens [first, end) as one text with spaces only between words.
[[nodiscard]] std::string words_of(const Tokens& tokens, size_t first, size_t end);

/// Returns the same with a space wherever the source has any white space or comment.
[[nodiscard]] std::string spelled(const Tokens& tokens, size_t first, size_t end);

/// Returns the part of the source from token `first` up to token `end`, which it does not contain.
[[nodiscard]] std::string_view text_of(std::string_view source, const Tokens& tokens, size_t first, size_t end);

} // namespace warpscope::source
