// CUDA driver library, opened at run time, so that one program serves machines with and without a driver.
//
// WARPSCOPE_CUDA_DRIVER names another library than libcuda.so.1; "off" disables it.
#pragma once

#include <string>

#include "gpu/driver/api.hpp"

namespace warpscope::gpu::driver {

struct Library {
    Api api;          // complete if `why` is empty
    std::string path; // empty if none could be opened
    std::string why;  // loader's error or missing function; empty if usable
    bool old = false; // a driver that lacks a function

    [[nodiscard]] bool usable() const { return why.empty(); }
};

/// Opens a library by path or name. It is never closed.
[[nodiscard]] Library open_library(const std::string& name);

/// Returns the process's library, opened by the first call.
[[nodiscard]] const Library& system_library();

} // namespace warpscope::gpu::driver
