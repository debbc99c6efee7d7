#pragma once

#include <array>
#include <bit>

#include "render/view_state.hpp"

namespace warpscope::render {

struct LevelOfDetail {
    std::array<float, 32> of{}; // by overlay
    float border_scale = 1;
    float thread_casing = 0;
    float window = 0;
    float selected_warp = 0;
    float patterns = 1;      // opacity of patterns; lower under text
    float cross_spacing = 1; // factor for size::cross_period; the product must divide size::pattern_period

    float& operator[](Overlay overlay) {
        return of[static_cast<size_t>(std::countr_zero(static_cast<OverlaySet>(overlay)))];
    }
    float operator[](Overlay overlay) const { return const_cast<LevelOfDetail&>(*this)[overlay]; } // NOLINT
};

/// Mean size of the blocks in cells.
struct BlockExtent {
    double x = 0, y = 0;
    bool is_in_line = false; // one row or column
};

/// `diverged`: share of diverged warps. A high share makes marks fainter on small cells and crosses fewer.
[[nodiscard]] LevelOfDetail level_of_detail(const ViewState& state, const BlockExtent& block, double diverged = 0);

namespace zoom {

// Zoom limits in pixels per block.
inline constexpr double block_borders = 6;
// Zoom limits in pixels per cell.
inline constexpr double cell_lines = 4;
inline constexpr double faint_warps = 0.5, full_warps = 2.5;
inline constexpr double warp_tints = 12;
inline constexpr double values = 25;
inline constexpr double thread_labels = 56;

} // namespace zoom

} // namespace warpscope::render
