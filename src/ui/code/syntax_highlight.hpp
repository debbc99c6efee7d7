#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::ui {

enum class TokenKind : uint8_t { plain, keyword, type_name, number, string, comment, builtin };

struct Token {
    TokenKind kind{};
    std::string_view text;
};

/// `in_comment`: whether the line begins inside a block comment; on return, whether it ends inside one.
[[nodiscard]] std::vector<Token> cuda_tokens(std::string_view line, bool& in_comment);
[[nodiscard]] std::vector<Token> ptx_tokens(std::string_view line);
[[nodiscard]] std::vector<Token> machine_tokens(std::string_view line);

} // namespace warpscope::ui
