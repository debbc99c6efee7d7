// Files that the build puts beside the test program, wherever both have been copied since.
#pragma once

#include <filesystem>
#include <string>

namespace warpscope::gpu {

[[nodiscard]] inline std::string beside(const char* name) {
    return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / name).string();
}

} // namespace warpscope::gpu
