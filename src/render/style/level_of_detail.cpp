#include "render/style/level_of_detail.hpp"

#include <algorithm>

namespace warpscope::render {

namespace {

float ramp(double from, double to, double value) {
    const double t = std::clamp((value - from) / (to - from), 0.0, 1.0);
    return static_cast<float>(t * t * (3 - 2 * t));
}

} // namespace

LevelOfDetail level_of_detail(const ViewState& state, const BlockExtent& extent, double diverged) {
    const double cell = state.camera.pixels_per_cell / std::max(state.theme.scale, 0.01f);
    const double block_x = extent.x * cell, block_y = extent.y * cell;
    const auto on = [&](Overlay overlay) { return has(state.overlays, overlay) ? 1.0f : 0.0f; };
    LevelOfDetail f;
    // Borders of small blocks are faint, so that a dense grid does not hide the picture.
    const auto border = [&](double block) {
        return on(Overlay::blocks) * ramp(zoom::block_borders, 2 * zoom::block_borders, block) *
               (0.16f + 0.84f * ramp(12, 60, block));
    };
    // Lines of only one direction would make blocks look as long as the picture.
    const auto [thin, thick] = std::minmax({border(block_x), border(block_y)});
    const float block_borders = extent.is_in_line ? thick : thin;
    const double smaller_side = std::min(block_x, block_y);
    f.border_scale = 0.4f + 0.6f * ramp(zoom::block_borders, 40, smaller_side) + 0.4f * ramp(60, 160, smaller_side);
    f.thread_casing = on(Overlay::threads) * 0.4f * ramp(3 * zoom::cell_lines, 6 * zoom::cell_lines, cell);
    f.window = on(Overlay::accesses) * ramp(zoom::cell_lines, 2 * zoom::cell_lines, cell);
    f.selected_warp = ramp(zoom::warp_tints, 2 * zoom::warp_tints, cell);
    for (const OverlayInfo& o : overlays()) {
        if (state.paint && !o.fade.under_paint) continue;
        const float come_in = o.fade.to > o.fade.from ? ramp(o.fade.from, o.fade.to, cell) : 1;
        f[o.overlay] = on(o.overlay) * o.fade.strongest * come_in * (o.fade.tint ? state.strength : 1);
    }
    constexpr double few = 0.3, max = 0.6;
    const float faint = 0.1f + 0.12f * ramp(1, 6, cell) + 0.4f * ramp(12, 24, cell);
    f[Overlay::divergence] *= 1 - (1 - faint) * ramp(few, max, diverged);
    f.cross_spacing = diverged >= max ? 2.0f : 1.0f;
    f[Overlay::blocks] = block_borders;
    if (state.moment) {
        f[Overlay::accesses] = 1;
        f.window = ramp(zoom::cell_lines, 2 * zoom::cell_lines, cell);
        f[Overlay::halo] = f[Overlay::ghosts] = 0;
    }
    const float numbers = on(Overlay::values) * ramp(zoom::values - 4, zoom::values + 1, cell);
    f.patterns = 1 - 0.72f * std::max(numbers, f[Overlay::labels]);
    return f;
}

} // namespace warpscope::render
