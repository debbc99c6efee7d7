// Samples textures as in the CUDA programming guide ("Texture Fetching"), otherwise as on an H100 (docs/TEXTURES.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/state/warp_state.hpp"
#include "simt/texture.hpp"

namespace warpscope::simt {

inline constexpr uint32_t max_corners = 8;

/// Texels of each lane: 1, or 2, 4 or 8 for linear filtering. Bit n of a corner selects the texel on axis n.
struct TextureCorners {
    uint32_t count = 1;
    LaneMask repeated[3]; // by axis: lanes with equal texels; unset if `count` is 1
    LaneMask inside[max_corners];
    alignas(64) uint64_t address[max_corners][warp_size]; // valid where inside
    alignas(64) int32_t weight[max_corners][warp_size];   // in 1/256; unset if `count` is 1
};

/// Finds the texels of a fetch. Uses the first `texture.dimensions` coordinates.
void find_corners(const Texture& texture, const float* const (&coordinates)[3], TextureCorners& corners);
/// The same at integer coordinates, without filtering.
void find_corners(const Texture& texture, const int32_t* const (&coordinates)[3], TextureCorners& corners);

/// Reads the texels and stores 4 values per lane of `mask`. A texel outside has the border's color, or 0 if
/// `border_is_zero`. A texel inside is 0 unless it is `readable`.
void sample(const Texture& texture, const TextureCorners& corners, const LaneMask (&readable)[max_corners],
            HostBase memory, bool border_is_zero, LaneMask mask, uint32_t* const (&values)[4]);

} // namespace warpscope::simt
