// Floating-point numbers from text, independent of the locale. Not every standard library has std::from_chars for them.
#pragma once

#include <charconv>

namespace warpscope {

/// Reads a number as std::from_chars does in its general format: no leading blanks, no "+".
std::from_chars_result parse_real(const char* begin, const char* end, float& value);
std::from_chars_result parse_real(const char* begin, const char* end, double& value);

} // namespace warpscope
