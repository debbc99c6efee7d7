// Samples textures as in the CUDA programming guide ("Texture Fetching"), otherwise as on an H100 (docs/TEXTURES.md).
// A fetch has one texel per lane, or with linear filtering 2, 4 or 8, its corners.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/state/warp_state.hpp"
#include "simt/texture.hpp"

namespace warpscope::simt {

inline constexpr uint32_t max_corners = 8;

/// Corners of a warp's fetch. Bit `axis` of a corner's number selects the texel on this axis. Values of lanes that do
/// not fetch have no meaning.
struct TextureCorners {
    uint32_t count = 1;
    LaneMask repeated[3]; // for each axis, lanes whose two texels are the same; unset if `count` is 1
    LaneMask inside[max_corners]; // lanes whose texel is in the texture
    alignas(64) uint64_t address[max_corners][warp_size];
    alignas(64) int32_t weight[max_corners][warp_size]; // in 1/256; unset if `count` is 1
};

/// Finds the texels of a fetch at floating-point coordinates. `coordinates`: the first `texture.dimensions` are used.
void find_corners(const Texture& texture, const float* const (&coordinates)[3], TextureCorners& corners);
/// Finds the unfiltered texels at integer coordinates.
void find_corners(const Texture& texture, const int32_t* const (&coordinates)[3], TextureCorners& corners);

/// Reads the corners and stores 4 values for each lane in `mask`. A texel outside the texture has the border's color,
/// or 0 if `border_is_zero`. A texel inside is 0 unless `readable` has its lane.
void sample(const Texture& texture, const TextureCorners& corners, const LaneMask (&readable)[max_corners],
            HostBase memory, bool border_is_zero, LaneMask mask, uint32_t* const (&values)[4]);

} // namespace warpscope::simt
