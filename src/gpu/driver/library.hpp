// CUDA driver library, opened at run time. WARPSCOPE_CUDA_DRIVER names another one; "off" disables it.
#pragma once

#include <string>

#include "gpu/driver/api.hpp"

namespace warpscope::gpu::driver {

struct Library {
    Api api; // functions; complete if `why` is empty
    std::string path;
    std::string why;  // error of the loader, or the missing function
    bool old = false; // a function is missing, so the driver is too old

    [[nodiscard]] bool usable() const { return why.empty(); }
};

/// Opens a library that is never closed.
[[nodiscard]] Library open_library(const std::string& name);

[[nodiscard]] const Library& system_library();

} // namespace warpscope::gpu::driver
