#include "render/draw/part_uniforms.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "render/draw/view_impl.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/style/palette.hpp"

namespace warpscope::render {
namespace {

Vec3 vec3(Color c) { return {c.r / 255.0f, c.g / 255.0f, c.b / 255.0f}; }

} // namespace

Vec3 unpacked(uint32_t rgba) {
    return vec3({static_cast<uint8_t>(rgba), static_cast<uint8_t>(rgba >> 8), static_cast<uint8_t>(rgba >> 16)});
}

void set_camera(gl::Program& program, const ViewState& state, Point view, Point cells, Point notch, Point target) {
    const double ppc = state.camera.pixels_per_cell, scale = state.theme.scale;
    constexpr double farthest = 1 << 30;
    Point corner = state.camera.to_plane({0, 0}, view);
    corner = {std::clamp(corner.x, -farthest, farthest), std::clamp(corner.y, -farthest, farthest)};
    const Point base{std::floor(corner.x), std::floor(corner.y)};
    const double period = size::pattern_period * scale;
    const auto shift = [&](double cells) { return cells * ppc - std::floor(cells * ppc / period) * period; };
    program.set("view_corner", vec2({target.x, target.y + view.y}));
    program.set("base_cell", std::array<int, 2>{static_cast<int>(base.x), static_cast<int>(base.y)});
    const Vec2 fraction = vec2({corner.x - base.x, corner.y - base.y}), first = vec2(base), size = vec2(cells);
    const Vec2 missing = vec2(notch);
    const auto pixels = static_cast<float>(ppc);
    program.set("base_fraction", fraction);
    program.set("pixels_per_cell", pixels);
    program.set("picture_size", size);
    // Rounds as the shader does, in float.
    std::array<float, 4> lines{};
    Vec2 inner{};
    for (size_t k = 0; k < 2; ++k) {
        const float low = -(first[k] + fraction[k]) * pixels;
        lines[k] = std::floor(low) + 0.5f;
        lines[k + 2] = std::floor(low + size[k] * pixels) + 0.5f;
        inner[k] = std::floor(low + missing[k] * pixels) + 0.5f;
    }
    program.set("frame_notch", inner);
    program.set("frame_lines", lines);
    program.set("cells_per_pixel", static_cast<float>(1 / ppc));
    program.set("scale", static_cast<float>(scale));
    program.set("pattern_shift", vec2({shift(corner.x), shift(corner.y)}));
}

void set_colors(gl::Program& program, const Theme& theme) {
    const Grays gray = grays(theme.dark);
    program.set("background", unpacked(theme.background));
    program.set("idle_color", vec3(gray.idle_fill));
    program.set("hatch_color", vec3(gray.idle_hatch));
    program.set("frame_color", vec3(gray.frame));
    program.set("unowned_color", vec3(gray.unowned));
}

namespace {

/// Returns a border's half widths in pixels: the core, with casing, with casing and selection.
Vec3 border_reach(float scale, float casing_scale) {
    const float core = 0.5f * std::max(1.0f, std::floor(size::border_core * scale + 0.5f));
    const float casing = std::floor((size::border_total - size::border_core) * 0.5f * scale + 0.5f);
    const float total = core + std::max(0.5f, casing);
    return {core, total, total + size::casing * casing_scale};
}

} // namespace

void set_level_of_detail(gl::Program& program, const ViewState& state, const LevelOfDetail& f, bool unwritten) {
    const bool launch = state.space == Space::launch;
    for (const OverlayInfo& o : overlays())
        if (o.shader != 0) program.set(fmt::format("show_{}", o.name), o.drawn_in(state.space) ? f[o.overlay] : 0.0f);
    program.set("show_unwritten", unwritten && state.space == Space::output ? f[Overlay::idle_threads] : 0.0f);
    program.set("show_thread_casing", f.thread_casing);
    program.set("show_plain", plain_strength(state));
    program.set("show_heat", std::min(1.0f, state.paint || state.difference ? 1.0f : state.strength));
    program.set("show_window", f.window);
    program.set("show_pending", state.moment ? 1.0f : 0.0f);
    program.set("show_idle_divergence", launch ? 0.4f : 0.0f);
    program.set("cross_spacing", f.cross_spacing);
    program.set("show_unowned", launch ? 1.0f : 0.0f);
    program.set("show_block_borders", f[Overlay::blocks]);
    program.set("border_scale", f.border_scale);
    program.set("border_reach", border_reach(state.theme.scale * f.border_scale, state.theme.scale));
    program.set("show_selected_warp", f.selected_warp);
    program.set("pattern_strength", f.patterns);
}

float letters_shown(const session::RunResult& result, const ViewState& state) {
    if (!has(state.overlays, Overlay::values) || !shows_letters(result, state.content())) return 0;
    constexpr double from = 8; // pixels per cell
    return static_cast<float>(std::clamp(state.camera.pixels_per_cell / double{state.theme.scale} - from, 0.0, 1.0));
}

float picture_strength(const session::RunResult* result, const ViewState& state) {
    constexpr float in_launch = 0.6f, under_letters = 0.3f;
    if (state.space == Space::launch) return in_launch;
    return result == nullptr ? 1 : 1 - (1 - under_letters) * letters_shown(*result, state);
}

namespace {

float around(const CellRect& cells, const ViewState& state, Point view, const std::array<float, 4>& marker) {
    const Point low = state.camera.to_pixel({static_cast<double>(cells.x), static_cast<double>(cells.y)}, view);
    const Point high = state.camera.to_pixel(
        {static_cast<double>(cells.x + cells.width), static_cast<double>(cells.y + cells.height)}, view);
    const double x = std::max(marker[0] - low.x, high.x - marker[0]),
                 y = std::max(marker[1] - low.y, high.y - marker[1]);
    const double margin = 4 * static_cast<double>(state.theme.scale);
    return static_cast<float>(std::hypot(x, y) + margin);
}

} // namespace

Marker marker_of(const session::RunResult* result, const ViewState& state, Point view, const PartSources& sources) {
    const LayerMap* layer = sources.layer.get();
    const double ppc = state.camera.pixels_per_cell, scale = state.theme.scale;
    Marker marker;
    if (const auto place =
            result != nullptr ? selected_place(*result, state.content(), state.selection) : std::nullopt) {
        const auto x = static_cast<double>(place->x), y = static_cast<double>(place->y);
        const Point low = state.camera.to_pixel({x, y}, view), high = state.camera.to_pixel({x + 1, y + 1}, view);
        const Point left_top{std::floor(low.x) + 0.5, std::floor(low.y) + 0.5};
        const Point right_bottom{std::floor(high.x) + 0.5, std::floor(high.y) + 0.5};
        const double min = 4 * scale;
        marker.box = {static_cast<float>((left_top.x + right_bottom.x) / 2),
                      static_cast<float>((left_top.y + right_bottom.y) / 2),
                      static_cast<float>(std::max((right_bottom.x - left_top.x) / 2, min)),
                      static_cast<float>(std::max((right_bottom.y - left_top.y) / 2, min))};
        const bool tiny = layer == nullptr || std::max(layer->block_size.x, layer->block_size.y) * ppc < 10 * scale;
        if (tiny && ppc < 10 * scale) marker.ring = static_cast<float>(11 * scale);
        const auto widest = static_cast<float>(48 * scale);
        if (marker.ring > 0 && sources.focus)
            if (const float whole = around(sources.focus->mask->rect, state, view, marker.box); whole <= widest)
                marker.ring = std::max(marker.ring, whole);
    }
    return marker;
}

void set_selection(gl::Program& program, const session::RunResult* result, const ViewState& state,
                   const PartSources& sources, const Marker& marker) {
    const LayerMap* layer = sources.layer.get();
    const metrics::ThreadId thread = state.selection.thread;
    uint32_t block = 0, warp = 0;
    if (result != nullptr && sources.names_threads_of(*result) && thread != 0 &&
        thread <= result->shown().config.threads()) {
        const LaunchConfig& config = result->shown().config;
        const uint32_t key = layer->format.key(block_of(config, thread), thread_in_block(config, thread), false);
        block = key >> layer->format.block_shift();
        warp = key >> 6;
    }
    program.set("selected_block", block);
    program.set("selected_warp", warp);
    program.set("outline_width", state.selection.pinned ? size::pinned : size::selected);
    program.set("marker", marker.box);
    program.set("ring_radius", marker.ring);
}

} // namespace warpscope::render
