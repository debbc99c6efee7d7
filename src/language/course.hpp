// Texts of files: of experiments, lessons and assignments. Those that come with the program have translations, in
// po/course; of others a text is shown as it stands in its file.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope {

/// The result lives as long as the program, or is `english` itself.
[[nodiscard]] std::string_view tr_course(std::string_view english);
/// What stands behind a number: "sectors". `count` chooses the form.
[[nodiscard]] std::string_view tr_course_unit(uint64_t count, std::string_view english);
/// That of many, for a number that is not known.
inline constexpr uint64_t many_units = 100;

} // namespace warpscope
