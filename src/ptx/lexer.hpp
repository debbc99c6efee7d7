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
    identifier, // includes %register, $label and _
    dot_word,   // .global, .v4, .L1::no_allocate; `text` includes the dot
    integer,
    floating, // 1.5, 0f3f800000, 0d3ff0000000000000
    string,   // `text` excludes the quotes
    punct,
    invalid,
};

struct Token {
    TokenKind kind = TokenKind::end;
    std::string_view text;
    uint32_t line = 1, column = 1;

    [[nodiscard]] bool is(std::string_view exact) const {
        return (kind == TokenKind::punct || kind == TokenKind::identifier || kind == TokenKind::dot_word) &&
               text == exact;
    }
};

/// After an error, all tokens are `end`, which stops parser loops.
class TokenStream {
public:
    TokenStream(std::string_view text, std::string_view file_name);

    [[nodiscard]] const Token& peek(unsigned ahead = 0) const { return ahead_[ahead]; }
    [[nodiscard]] bool at_end() const { return peek().kind == TokenKind::end; }
    [[nodiscard]] bool at(std::string_view exact) const { return peek().is(exact); }
    [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
    Token next();

    bool accept(std::string_view exact);
    /// Fails at any other token, with a message that names `wanted`, or `exact` by default.
    bool expect(std::string_view exact, std::string_view wanted = {});
    std::string_view expect_identifier(std::string_view wanted);
    uint64_t expect_integer(std::string_view wanted);
    void skip_balanced();
    /// Skips up to a semicolon, a closing brace, or the line's end.
    void skip_directive();

    void fail(const Token& where, Message message, Message hint = {});
    void fail_expected(std::string_view wanted);
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] const Diagnostic& error() const { return *error_; }
    [[nodiscard]] std::string_view file_name() const { return file_name_; }
    /// Omits comments and normalizes white space.
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

/// Accepts any base. Returns nullopt above 64 bits.
[[nodiscard]] std::optional<uint64_t> integer_value(std::string_view literal);

/// Names a token for messages: "';'" or "the number 12".
[[nodiscard]] std::string describe(const Token& token);

} // namespace warpscope::ptx
