// Implements gpu::Runtime by the functions of the CUDA driver API, which are looked up in libcuda at run time.
#pragma once

#include <memory>

#include "gpu/driver/library.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu::driver {

/// The library must outlive it. A library that cannot be used makes every call answer code::no_driver or
/// code::insufficient_driver.
[[nodiscard]] std::unique_ptr<Runtime> make_runtime(const Library& library);

} // namespace warpscope::gpu::driver
