// Translates texts of experiments, lessons and assignments that have a translation in po/course.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope {

/// The result is valid for the program's life, or `english` itself.
[[nodiscard]] std::string_view tr_course(std::string_view english);
/// Chooses the form of a unit such as "sectors".
[[nodiscard]] std::string_view tr_course_unit(uint64_t count, std::string_view english);
/// Chooses a plural form for unknown numbers.
inline constexpr uint64_t many_units = 100;

} // namespace warpscope
