#include "instrument/mip_levels.hpp"

#include <algorithm>

namespace warpscope::instrument {

std::vector<MipLevel> mip_levels(uint32_t width, uint32_t height) {
    std::vector<MipLevel> levels{{width, height, 0}};
    while (levels.back().width > 1 || levels.back().height > 1) {
        const MipLevel& last = levels.back();
        levels.push_back(
            {std::max(last.width / 2, 1u), std::max(last.height / 2, 1u), last.offset + last.width * last.height});
    }
    return levels;
}

uint64_t texels_of(const std::vector<MipLevel>& levels) {
    const MipLevel& last = levels.back();
    return uint64_t{last.offset} + uint64_t{last.width} * last.height;
}

} // namespace warpscope::instrument
