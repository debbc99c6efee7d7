// Finds files in the folder of the test program, wherever that was copied.
#pragma once

#include <filesystem>
#include <string>

namespace warpscope::gpu {

[[nodiscard]] inline std::string sibling_path(const char* name) {
    return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / name).string();
}

} // namespace warpscope::gpu
