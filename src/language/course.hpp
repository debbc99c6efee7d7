#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope {

/// Returns the translation of a text of the course, or `english`. Translations live as long as the program.
[[nodiscard]] std::string_view tr_course(std::string_view english);
[[nodiscard]] std::string_view tr_course_unit(uint64_t count, std::string_view english);
/// Count for the plural form of an unknown number.
inline constexpr uint64_t many_units = 100;

} // namespace warpscope
