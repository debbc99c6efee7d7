#include "render/style/level_of_detail.hpp"

#include <algorithm>

namespace warpscope::render {

namespace {

float ramp(double from, double to, double value) {
    const double t = std::clamp((value - from) / (to - from), 0.0, 1.0);
    return static_cast<float>(t * t * (3 - 2 * t));
}

} // namespace

LevelOfDetail level_of_detail(const ViewState& state, Point block_size) {
    const double cell = state.camera.pixels_per_cell / std::max(state.theme.scale, 0.01f);
    const double block_x = block_size.x * cell, block_y = block_size.y * cell;
    const auto on = [&](Overlay overlay) { return has(state.overlays, overlay) ? 1.0f : 0.0f; };
    LevelOfDetail f;
    // A dense grid is drawn faintly, or there would be more of it than of the picture.
    const auto border = [&](double block) {
        return on(Overlay::blocks) * ramp(zoom::block_borders, 2 * zoom::block_borders, block) *
               (0.24f + 0.76f * ramp(12, 60, block));
    };
    f.blocks_vertical = border(block_x);
    f.blocks_horizontal = border(block_y);
    const double smaller_side = std::min(block_x, block_y);
    f.border_scale = 0.4f + 0.6f * ramp(zoom::block_borders, 40, smaller_side) + 0.4f * ramp(60, 160, smaller_side);
    f.threads = on(Overlay::threads) * 0.6f * ramp(zoom::cell_lines, 2 * zoom::cell_lines, cell);
    f.thread_casing = on(Overlay::threads) * 0.4f * ramp(3 * zoom::cell_lines, 6 * zoom::cell_lines, cell);
    f.warps = on(Overlay::warps) * ramp(zoom::cell_lines, zoom::warp_tints, cell);
    f.surplus = on(Overlay::surplus);
    f.divergence = on(Overlay::divergence);
    f.halo = on(Overlay::halo);
    f.ghosts = on(Overlay::ghosts);
    f.accesses = on(Overlay::accesses);
    f.window = on(Overlay::accesses) * ramp(zoom::cell_lines, 2 * zoom::cell_lines, cell);
    f.selected_warp = ramp(zoom::warp_tints, 2 * zoom::warp_tints, cell);
    f.values = on(Overlay::values) * ramp(zoom::values - 4, zoom::values + 4, cell);
    f.labels = on(Overlay::labels) * ramp(zoom::thread_labels - 8, zoom::thread_labels + 8, cell);
    for (float* overlay : {&f.warps, &f.divergence, &f.halo, &f.ghosts, &f.accesses}) *overlay *= state.strength;
    if (state.paint) f.warps = f.surplus = f.divergence = 0; // their fills would hide the paint
    f.patterns = 1 - 0.72f * std::max(f.values, f.labels);
    return f;
}

} // namespace warpscope::render
