// SHA-256 (FIPS 180-4, by libmd), for decisions that must resist forgery, such as what may run without asking.
#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// Returns 64 hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view text);

} // namespace warpscope
