// Texture objects, made by the driver. Private to src/gpu/driver.
#pragma once

#include "gpu/driver/api.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu::driver {

/// Copies the rows, in the stream's order, into an array that the texture owns. Needs a current context. Nothing is
/// left where it fails.
[[nodiscard]] Code make_texture(const Api& api, const TextureRows& rows, const TextureSettings& settings, Stream stream,
                                TextureHandle& texture);

} // namespace warpscope::gpu::driver
