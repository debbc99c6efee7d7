// Numbers as people read them, the same in the window and in text output.
#pragma once

#include <cstdint>
#include <string>

namespace warpscope {

/// 12345 -> "12 345": groups of three from five digits on.
[[nodiscard]] std::string grouped(uint64_t value);
/// With `digits` decimals, "0" never written as "-0".
[[nodiscard]] std::string fixed(double value, int digits);
/// With two decimals and, where these would be fewer than three digits that count, with as many as it takes for them:
/// 9.57, 0.50, 0.125, 0.0606.
[[nodiscard]] std::string three_digits(double value);

} // namespace warpscope
