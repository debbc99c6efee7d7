#pragma once

#include <charconv>

namespace warpscope {

/// Does the same as std::from_chars, which some standard libraries lack: ignores the locale, accepts neither blanks nor
/// "+".
std::from_chars_result parse_real(const char* begin, const char* end, float& value);
std::from_chars_result parse_real(const char* begin, const char* end, double& value);

} // namespace warpscope
