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

std::string find_toolkit_program(const std::string& name, const char* setting) {
    if (const auto path = environment(setting)) return *path == "none" ? "" : *path;
    if (std::string found = find_on_path(name); !found.empty()) return found;
    for (const auto& root :
         {environment("CUDA_HOME"), environment("CUDA_PATH"), std::optional<std::string>("/usr/local/cuda")}) {
        if (!root) continue;
        std::string file = *root + "/bin/" + name;
        if (::access(file.c_str(), X_OK) == 0) return file;
    }
    return {};
}

} // namespace warpscope
