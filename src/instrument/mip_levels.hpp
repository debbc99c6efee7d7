// The levels of a texture that kernels of ours fill, one behind the other in a buffer.
#pragma once

#include <cstdint>
#include <vector>

namespace warpscope::instrument {

/// Each half as wide and high as the one before, at least 1, and where it begins in the buffer, in texels.
struct MipLevel {
    uint32_t width = 0, height = 0, offset = 0;
};
/// All of them, the smallest being one texel. They must have less than 2^32 texels in all.
[[nodiscard]] std::vector<MipLevel> mip_levels(uint32_t width, uint32_t height);
[[nodiscard]] uint64_t texels_of(const std::vector<MipLevel>& levels);

} // namespace warpscope::instrument
