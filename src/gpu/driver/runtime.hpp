#pragma once

#include <memory>

#include "gpu/driver/library.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu::driver {

/// `library` must outlive the runtime. If it is unusable, calls return code::no_driver or code::insufficient_driver.
[[nodiscard]] std::unique_ptr<Runtime> make_runtime(const Library& library);

} // namespace warpscope::gpu::driver
