#pragma once

#include "base/diagnostic.hpp"

namespace warpscope::web {

inline constexpr const char* bank_folder = "/bank";
inline constexpr const char* course_folder = "/cuda";
inline constexpr const char* locale_folder = "/locale";
inline constexpr const char* picture_file = "/assets/harbour.png";

/// Makes the PTX in `bank_folder` available to compile(). Thread-safe.
[[nodiscard]] Result<void> load_banks();

} // namespace warpscope::web
