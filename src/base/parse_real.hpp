#pragma once

#include <charconv>

namespace warpscope {

/// Parses like std::from_chars, which some standard libraries lack for floating-point numbers.
std::from_chars_result parse_real(const char* begin, const char* end, float& value);
std::from_chars_result parse_real(const char* begin, const char* end, double& value);

} // namespace warpscope
