// gpu::Runtime by the CUDA driver.
#pragma once

#include <memory>

#include "gpu/driver/library.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu::driver {

/// The library must outlive it. A library that cannot be used makes every call answer code::no_driver or
/// code::insufficient_driver.
[[nodiscard]] std::unique_ptr<Runtime> make_runtime(const Library& library);

} // namespace warpscope::gpu::driver
