#pragma once

#include "gpu/driver/api.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu::driver {

/// The driver must be initialized.
[[nodiscard]] Code read_properties(const Api& api, int number, DeviceProperties& out);

} // namespace warpscope::gpu::driver
