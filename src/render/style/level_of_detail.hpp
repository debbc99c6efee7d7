// Opacity of each overlay by zoom level; everything fades gradually.
#pragma once

#include <array>
#include <bit>

#include "render/view.hpp"

namespace warpscope::render {

/// Opacities from 0 to 1.
struct LevelOfDetail {
    std::array<float, 32> of{};                       // indexed by overlay; blocks: the stronger of their borders
    float blocks_vertical = 0, blocks_horizontal = 0; // border opacities, by block size
    float border_scale = 1;                           // thinner borders for small blocks
    float thread_casing = 0;
    float window = 0;        // outlines of the selected thread's and block's accesses
    float selected_warp = 0; // its outline
    float patterns = 1;      // hatches and dots, weaker under text

    float& operator[](Overlay overlay) {
        return of[static_cast<size_t>(std::countr_zero(static_cast<OverlaySet>(overlay)))];
    }
    float operator[](Overlay overlay) const { return const_cast<LevelOfDetail&>(*this)[overlay]; } // NOLINT
};

/// `block_size`: mean block size in cells. Lengths are in pixels at scale 1. `diverged`: share of divergent warps; if
/// high, their marks are faint, because they would cover all data.
[[nodiscard]] LevelOfDetail level_of_detail(const ViewState& state, Point block_size, double diverged = 0);
[[nodiscard]] double diverged_share(const metrics::LaunchMeasurement& launch);

namespace zoom {

inline constexpr double block_borders = 6; // minimum pixels per block
inline constexpr double cell_lines = 4;    // this and the following: minimum pixels per cell
inline constexpr double warp_tints = 12;
inline constexpr double values = 28;
inline constexpr double thread_labels = 56;

} // namespace zoom

} // namespace warpscope::render
