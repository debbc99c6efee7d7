// Converts textures to those of an experiment.
#pragma once

#include <string>

#include "capture/buffer_shape.hpp"
#include "capture/kept_launch.hpp"

namespace warpscope::capture {

/// Returns "" if all are supported: in two dimensions, over whole buffers.
[[nodiscard]] Message texture_error(const KeptLaunch& launch);

/// Returns the memory that a texture starts at, or nullptr.
[[nodiscard]] const KeptMemory* memory_of(const KeptLaunch& launch, const simt::Texture& texture);
/// Returns the texture that starts at the memory, or nullptr.
[[nodiscard]] const simt::Texture* texture_over(const KeptLaunch& launch, const KeptMemory& memory);

/// Makes the border numeric.
[[nodiscard]] TextureSettings written_settings(const simt::Texture& texture);
[[nodiscard]] BufferShape shape_of(const simt::Texture& texture);

} // namespace warpscope::capture
