// Constant expressions: literals, WARP_SZ, C operators on 64-bit integers.
#pragma once

#include "ptx/lexer.hpp"
#include "ptx/module.hpp"

namespace warpscope::ptx {

[[nodiscard]] bool at_constant(const TokenStream& tokens);

/// Returns a meaningless value if the stream has failed.
[[nodiscard]] Immediate parse_constant(TokenStream& tokens);

[[nodiscard]] Immediate parse_constant_term(TokenStream& tokens);

/// Fails unless the value is an integer up to `max`.
[[nodiscard]] uint64_t parse_size(TokenStream& tokens, std::string_view what, uint64_t max);

} // namespace warpscope::ptx
