#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope {

/// Returns a text that lives as long as the program, or `english` itself.
[[nodiscard]] std::string_view tr_course(std::string_view english);
/// Returns the form of a unit such as "sectors".
[[nodiscard]] std::string_view tr_course_unit(uint64_t count, std::string_view english);
/// Count for the plural form, if the number is unknown.
inline constexpr uint64_t many_units = 100;

} // namespace warpscope
