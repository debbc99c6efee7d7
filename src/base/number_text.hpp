#pragma once

#include <cstdint>
#include <string>

namespace warpscope {

/// Groups digits in threes if there are at least five: "12 345".
[[nodiscard]] std::string grouped(uint64_t value);
/// Never writes "-0".
[[nodiscard]] std::string fixed(double value, int digits);
/// Writes at least two decimals and three significant digits: 9.57, 0.50, 0.125, 0.0606.
[[nodiscard]] std::string three_digits(double value);

} // namespace warpscope
