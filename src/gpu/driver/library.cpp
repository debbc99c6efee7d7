#include "gpu/driver/library.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>

namespace warpscope::gpu::driver {
namespace {

constexpr const char* system_name = "libcuda.so.1";
// Path in Windows Subsystem for Linux, unknown to the loader.
constexpr const char* windows_subsystem = "/usr/lib/wsl/lib/libcuda.so.1";

template<class Function>
void find(void* opened, const char* name, Function& function, Library& library) {
    function = reinterpret_cast<Function>(dlsym(opened, name));
    if (function != nullptr || library.old) return;
    library.old = true;
    library.why = fmt::format("{} has no {}", library.path, name);
}

} // namespace

Library open_library(const std::string& name) {
    Library library;
    void* const opened = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr) {
        const char* const words = dlerror();
        library.why = words != nullptr ? words : name + " cannot be opened";
        return library;
    }
    library.path = name;
#define WARPSCOPE_CUDA_FIND(member, name, parameters) find(opened, #name, library.api.member, library);
    WARPSCOPE_CUDA_FUNCTIONS(WARPSCOPE_CUDA_FIND)
#undef WARPSCOPE_CUDA_FIND
    return library;
}

const Library& system_library() {
    static const Library library = [] {
        const char* const wanted = std::getenv("WARPSCOPE_CUDA_DRIVER");
        if (wanted != nullptr && std::string_view(wanted) == "off") {
            Library none;
            none.why = "WARPSCOPE_CUDA_DRIVER=off";
            return none;
        }
        if (wanted != nullptr && *wanted != '\0') return open_library(wanted);
        Library found = open_library(system_name);
        if (!found.path.empty()) return found;
        Library other = open_library(windows_subsystem);
        return other.path.empty() ? found : other;
    }();
    return library;
}

} // namespace warpscope::gpu::driver
