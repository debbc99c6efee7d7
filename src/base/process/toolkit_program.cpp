#include "base/process/toolkit_program.hpp"

#include <cstdlib>
#include <optional>
#include <unistd.h>

#include "base/process/subprocess.hpp"

namespace warpscope {
namespace {

std::optional<std::string> environment(const char* variable) {
    const char* const value = std::getenv(variable);
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
}

} // namespace

std::vector<std::filesystem::path> toolkit_folders() {
    std::vector<std::filesystem::path> folders;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (auto folder = environment(variable)) folders.emplace_back(std::move(*folder));
    folders.emplace_back("/usr/local/cuda");
    return folders;
}

std::string find_toolkit_program(const std::string& name, const char* setting) {
    if (const auto path = environment(setting)) return *path == "none" ? "" : *path;
    if (std::string found = find_on_path(name); !found.empty()) return found;
    for (const std::filesystem::path& root : toolkit_folders()) {
        std::string file = (root / "bin" / name).string();
        if (::access(file.c_str(), X_OK) == 0) return file;
    }
    return {};
}

} // namespace warpscope
