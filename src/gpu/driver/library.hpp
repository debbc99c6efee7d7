// CUDA's driver library, opened at run time. WARPSCOPE_CUDA_DRIVER names another library; "off" disables it.
#pragma once

#include <string>

#include "gpu/driver/api.hpp"

namespace warpscope::gpu::driver {

struct Library {
    Api api;
    std::string path;
    std::string why;  // loader's error, or missing function
    bool old = false; // driver lacks a function

    [[nodiscard]] bool usable() const { return why.empty(); }
};

[[nodiscard]] Library open_library(const std::string& name);

[[nodiscard]] const Library& system_library();

} // namespace warpscope::gpu::driver
