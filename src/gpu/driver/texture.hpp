#pragma once

#include "gpu/driver/api.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu::driver {

/// Copies the rows on the stream, without waiting. Needs a current context.
[[nodiscard]] Code make_texture(const Api& api, const TextureRows& rows, const TextureSettings& settings, Stream stream,
                                TextureHandle& texture);

} // namespace warpscope::gpu::driver
