// What a device is like, asked of the driver. Private to src/gpu/driver.
#pragma once

#include "gpu/driver/api.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu::driver {

/// `number` counts devices from 0; the driver must have been started.
[[nodiscard]] Code read_properties(const Api& api, int number, DeviceProperties& out);

} // namespace warpscope::gpu::driver
