#pragma once

#include "gpu/driver/api.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu::driver {

/// Requires an initialized driver.
[[nodiscard]] Code read_properties(const Api& api, int number, DeviceProperties& out);

} // namespace warpscope::gpu::driver
