// SHA-256 (FIPS 180-4, by libmd), for decisions that must resist forgery.
#pragma once

#include <string>
#include <string_view>

namespace warpscope {

[[nodiscard]] std::string sha256(std::string_view text);

} // namespace warpscope
