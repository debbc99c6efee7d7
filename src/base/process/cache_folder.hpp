// Where what can be made again is kept between runs of the program.
#pragma once

#include <filesystem>

namespace warpscope {

/// $XDG_CACHE_HOME/warpscope, else ~/.cache/warpscope; empty without a home. It need not exist.
[[nodiscard]] std::filesystem::path cache_folder();

} // namespace warpscope
