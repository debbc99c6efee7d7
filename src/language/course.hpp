// Translates texts of experiments, lessons and assignments. po/course has those that come with the program; others stay
// as written.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope {

/// Returns the translation, valid for the program's life, or `english` itself.
[[nodiscard]] std::string_view tr_course(std::string_view english);
/// Returns a unit such as "sectors" in the form for `count`.
[[nodiscard]] std::string_view tr_course_unit(uint64_t count, std::string_view english);
/// A count for the plural form if the number is unknown.
inline constexpr uint64_t many_units = 100;

} // namespace warpscope
