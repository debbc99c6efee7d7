// Converts textures of a kept launch to an experiment's.
#pragma once

#include <string>

#include "capture/buffer_shape.hpp"
#include "capture/kept_launch.hpp"

namespace warpscope::capture {

/// Returns why a texture is unsupported: experiments need two dimensions over whole buffers. Empty if all are
/// supported.
[[nodiscard]] std::string why_not_opened(const KeptLaunch& launch);

/// Returns the memory that a texture starts at, or nullptr.
[[nodiscard]] const KeptMemory* memory_of(const KeptLaunch& launch, const simt::Texture& texture);
/// Returns the texture that starts at the memory, or nullptr.
[[nodiscard]] const simt::Texture* texture_over(const KeptLaunch& launch, const KeptMemory& memory);

/// Returns the settings with a numeric border.
[[nodiscard]] TextureSettings written_settings(const simt::Texture& texture);
/// Returns the shape of a texture's memory.
[[nodiscard]] BufferShape shape_of(const simt::Texture& texture);

} // namespace warpscope::capture
