#pragma once

#include <filesystem>

namespace warpscope {

/// Returns $XDG_CACHE_HOME/warpscope or ~/.cache/warpscope, which may not exist; empty without a home.
[[nodiscard]] std::filesystem::path cache_folder();

} // namespace warpscope
