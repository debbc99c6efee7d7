#pragma once

#include <string>

#include "capture/buffer_shape.hpp"
#include "capture/kept_launch.hpp"

namespace warpscope::capture {

/// Returns "" if all textures are two-dimensional and cover whole buffers.
[[nodiscard]] Message texture_error(const KeptLaunch& launch);

[[nodiscard]] const KeptMemory* memory_of(const KeptLaunch& launch, const simt::Texture& texture);
[[nodiscard]] const simt::Texture* texture_over(const KeptLaunch& launch, const KeptMemory& memory);

/// Returns the settings as an experiment file has them: an integer texture's border as integers.
[[nodiscard]] TextureSettings written_settings(const simt::Texture& texture);
[[nodiscard]] BufferShape shape_of(const simt::Texture& texture);

} // namespace warpscope::capture
