#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope {

/// Returns $XDG_CACHE_HOME/warpscope or ~/.cache/warpscope, which may not exist, or "" without a home.
[[nodiscard]] std::filesystem::path cache_folder();

struct CachePart {
    std::string name; // subfolder of cache_folder()
    uint64_t files = 0, bytes = 0;
};
[[nodiscard]] std::vector<CachePart> cache_parts();
[[nodiscard]] Result<void> empty_cache();

/// If a folder exceeds a limit, removes its oldest files until it is at most half full.
void limit_folder(const std::filesystem::path& folder, size_t max_files, uint64_t max_bytes);

} // namespace warpscope
