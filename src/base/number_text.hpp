// Number formatting for window and text output.
#pragma once

#include <cstdint>
#include <string>

namespace warpscope {

/// Groups digits by three from five digits on: "12 345".
[[nodiscard]] std::string grouped(uint64_t value);
/// Formats with `digits` decimals, without negative zero.
[[nodiscard]] std::string fixed(double value, int digits);
/// Formats with two decimals, or more if needed for three significant digits: 9.57, 0.50, 0.125, 0.0606.
[[nodiscard]] std::string three_digits(double value);

} // namespace warpscope
