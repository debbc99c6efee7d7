// Textures of a kept launch, and what an experiment can have of them. Private to src/capture.
#pragma once

#include <string>

#include "capture/buffer_shape.hpp"
#include "capture/kept_launch.hpp"

namespace warpscope::capture {

/// What is wrong with a texture for an experiment, which has those of two dimensions over whole buffers: "over linear
/// memory". Empty where nothing is.
[[nodiscard]] std::string why_not_opened(const KeptLaunch& launch);

/// The memory whose begin a texture shows; nullptr where there is none.
[[nodiscard]] const KeptMemory* memory_of(const KeptLaunch& launch, const simt::Texture& texture);
/// The other way round.
[[nodiscard]] const simt::Texture* texture_over(const KeptLaunch& launch, const KeptMemory& memory);

/// With a border of numbers, as an experiment has it.
[[nodiscard]] TextureSettings written_settings(const simt::Texture& texture);
/// Of the memory that a texture shows.
[[nodiscard]] BufferShape shape_of(const simt::Texture& texture);

} // namespace warpscope::capture
