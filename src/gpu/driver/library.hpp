// The CUDA driver's library, opened at run time: one program serves machines with and without a driver, and building it
// takes no CUDA Toolkit.
//
// The environment variable WARPSCOPE_CUDA_DRIVER names another library than the system's libcuda.so.1; "off" none.
#pragma once

#include <string>

#include "gpu/driver/api.hpp"

namespace warpscope::gpu::driver {

struct Library {
    Api api;          // complete when `why` is empty
    std::string path; // as opened; empty when none could be
    std::string why;  // why it cannot be used: the loader's words, or the function that it lacks
    bool old = false; // it is a driver's, and lacks a function

    [[nodiscard]] bool usable() const { return why.empty(); }
};

/// Opens `name`, a path or what the loader finds by name, which stays open for as long as the process lives.
[[nodiscard]] Library open_library(const std::string& name);

/// The one of this process, opened by the first call.
[[nodiscard]] const Library& system_library();

} // namespace warpscope::gpu::driver
