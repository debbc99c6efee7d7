// Constant expressions of PTX: literals, WARP_SZ, and C's operators on 64-bit integers. Internal to this module.
#pragma once

#include "ptx/lexer.hpp"
#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Returns whether the next token can begin a constant.
[[nodiscard]] bool at_constant(const TokenStream& tokens);

/// Reads a whole expression. On an error the stream has failed and the value is meaningless.
[[nodiscard]] Immediate parse_constant(TokenStream& tokens);

/// Reads one product, so that the sums of an address can be read term by term.
[[nodiscard]] Immediate parse_constant_term(TokenStream& tokens);

/// As parse_constant, for a size: fails unless the value is an integer of at most `most`.
[[nodiscard]] uint64_t parse_size(TokenStream& tokens, std::string_view what, uint64_t most);

} // namespace warpscope::ptx
