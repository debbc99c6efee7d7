#pragma once

#include <cstdint>
#include <vector>

namespace warpscope::instrument {

/// `offset` is in texels.
struct MipLevel {
    uint32_t width = 0, height = 0, offset = 0;
};
/// Returns all levels down to one texel, with at most 2^32 - 1 texels in all.
[[nodiscard]] std::vector<MipLevel> mip_levels(uint32_t width, uint32_t height);
[[nodiscard]] uint64_t texels_of(const std::vector<MipLevel>& levels);

} // namespace warpscope::instrument
