#pragma once

#include "gpu/driver/api.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu::driver {

/// Reads the properties of device `number`, counted from 0. The driver must be initialized.
[[nodiscard]] Code read_properties(const Api& api, int number, DeviceProperties& out);

} // namespace warpscope::gpu::driver
