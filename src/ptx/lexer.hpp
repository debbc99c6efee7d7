// Tokens of PTX text. Internal to this module.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::ptx {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

enum class TokenKind : uint8_t {
    end,
    identifier, // also %register, $label and _
    dot_word,   // .global, .v4, .L1::no_allocate; `text` includes the dot
    integer,
    floating, // 1.5, 0f3f800000, 0d3ff0000000000000
    string,   // `text` is without the quotes
    punct,    // one or two characters
    invalid,
};

struct Token {
    TokenKind kind = TokenKind::end;
    std::string_view text; // into the PTX text
    uint32_t line = 1, column = 1;

    [[nodiscard]] bool is(std::string_view exact) const {
        return (kind == TokenKind::punct || kind == TokenKind::identifier || kind == TokenKind::dot_word) &&
               text == exact;
    }
};

/// Reads tokens with two of look-ahead and keeps the first error. After an error only `end` tokens come, so that every
/// loop of the parser that stops at the end of the text also stops at an error.
class TokenStream {
public:
    /// Both views must outlive the stream and its tokens.
    TokenStream(std::string_view text, std::string_view file_name);

    [[nodiscard]] const Token& peek(unsigned ahead = 0) const { return ahead_[ahead]; }
    [[nodiscard]] bool at_end() const { return peek().kind == TokenKind::end; }
    [[nodiscard]] bool at(std::string_view exact) const { return peek().is(exact); }
    [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
    Token next();

    /// Takes the token when it is `exact`.
    bool accept(std::string_view exact);
    /// As accept(), but anything else is an error that says what was wanted (`wanted`, or the token itself).
    bool expect(std::string_view exact, std::string_view wanted = {});
    /// Takes an identifier or fails; `wanted` says which, e.g. "a variable's name".
    std::string_view expect_identifier(std::string_view wanted);
    /// Takes a plain integer literal or fails.
    uint64_t expect_integer(std::string_view wanted);
    /// Skips to the '}' that closes the '{' at the front, or the same for brackets of another kind.
    void skip_balanced();
    /// Skips an unknown directive: the rest of its line, braces included, or to its semicolon.
    void skip_directive();

    void fail(const Token& where, std::string message, std::string hint = {});
    void fail_expected(std::string_view wanted);
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] const Diagnostic& error() const { return *error_; }
    [[nodiscard]] std::string_view file_name() const { return file_name_; }
    /// Everything between the beginning of `first` and the end of the token taken last, without comments and with every
    /// run of white space made one space.
    [[nodiscard]] std::string spaced_text_since(const Token& first) const;

private:
    Token read();
    void skip_blank();
    Token read_number(Token token);

    std::string_view text_, file_name_;
    size_t position_ = 0, line_begin_ = 0;
    uint32_t line_ = 1;
    Token ahead_[2];
    const char* last_end_ = nullptr;
    std::optional<Diagnostic> error_;
};

/// Value of an integer literal's text (any base, U suffix); nullopt when it does not fit 64 bits.
[[nodiscard]] std::optional<uint64_t> integer_value(std::string_view literal);

/// How a token is named in messages: "';'", "the number 12", "the end of the file".
[[nodiscard]] std::string describe(const Token& token);

} // namespace warpscope::ptx
