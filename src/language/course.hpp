#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope {

/// Translates a course text. Returns `english` if untranslated. Translations live as long as the program.
[[nodiscard]] std::string_view tr_course(std::string_view english);
[[nodiscard]] std::string_view tr_course_unit(uint64_t count, std::string_view english);
/// Count for the plural form if the number is unknown.
inline constexpr uint64_t many_units = 100;

} // namespace warpscope
