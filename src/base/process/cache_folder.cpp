#include "base/process/cache_folder.hpp"

#include <cstdlib>

namespace warpscope {

std::filesystem::path cache_folder() {
    const auto variable = [](const char* name) -> std::filesystem::path {
        const char* value = std::getenv(name);
        return value != nullptr && *value == '/' ? value : "";
    };
    if (const std::filesystem::path cache = variable("XDG_CACHE_HOME"); !cache.empty()) return cache / "warpscope";
    if (const std::filesystem::path home = variable("HOME"); !home.empty()) return home / ".cache" / "warpscope";
    return {};
}

} // namespace warpscope
