// SHA-256, where two texts must not be taken for each other even if somebody wants them to be: what may run without
// asking. FIPS 180-4, by libmd.
#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// 64 hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view text);

} // namespace warpscope
