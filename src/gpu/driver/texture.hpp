#pragma once

#include "gpu/driver/api.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu::driver {

/// Makes a texture over a copy of the rows, which is queued on the stream. Needs a current context. Frees everything on
/// failure.
[[nodiscard]] Code make_texture(const Api& api, const TextureRows& rows, const TextureSettings& settings, Stream stream,
                                TextureHandle& texture);

} // namespace warpscope::gpu::driver
