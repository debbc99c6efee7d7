#pragma once

#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::web {

inline constexpr const char* bank_folder = "/bank";
inline constexpr const char* course_folder = "/cuda";
inline constexpr const char* locale_folder = "/locale";
inline constexpr const char* picture_file = "/assets/harbour.png";

/// Makes an experiment's PTX available to compile().
[[nodiscard]] Result<void> load_bank(const std::string& experiment);

} // namespace warpscope::web
