// How strongly each overlay shows at a zoom: things fade in as cells grow on the screen, nothing pops.
#pragma once

#include <array>
#include <bit>

#include "render/view.hpp"

namespace warpscope::render {

/// Opacities from 0 to 1.
struct LevelOfDetail {
    std::array<float, 32> of{}; // by overlay, as FadeIn says; of blocks, the stronger of their borders
    float blocks_vertical = 0, blocks_horizontal = 0; // borders, by the size of blocks
    float border_scale = 1;                           // small blocks get thinner borders
    float thread_casing = 0;
    float window = 0;        // outlines of the cells that the selected thread and its block read and write
    float selected_warp = 0; // its outline
    float patterns = 1;      // hatches and dots, weaker where there is text on them

    float& operator[](Overlay overlay) {
        return of[static_cast<size_t>(std::countr_zero(static_cast<OverlaySet>(overlay)))];
    }
    float operator[](Overlay overlay) const { return const_cast<LevelOfDetail&>(*this)[overlay]; } // NOLINT
};

/// `block_size` is the mean size of a block in cells. All lengths below are in pixels at scale 1: on a screen with
/// larger lines, things come in later by as much.
/// `diverged`: the share of the launch's warps that diverge. Where most do, their tint and lines would cover all of the
/// data, and are faint.
[[nodiscard]] LevelOfDetail level_of_detail(const ViewState& state, Point block_size, double diverged = 0);
[[nodiscard]] double diverged_share(const metrics::LaunchMeasurement& launch);

namespace zoom {

inline constexpr double block_borders = 6; // pixels per block, the least
inline constexpr double cell_lines = 4;    // from here on pixels per cell
inline constexpr double warp_tints = 12;
inline constexpr double values = 28;
inline constexpr double thread_labels = 56;

} // namespace zoom

} // namespace warpscope::render
