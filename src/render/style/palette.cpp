#include "render/style/palette.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <string_view>

namespace warpscope::render {

namespace {

constexpr std::array luma{0.299f, 0.587f, 0.114f};

float luma_of(Color c) { return (luma[0] * c.r + luma[1] * c.g + luma[2] * c.b) / 255; }

float smoothstep(float low, float high, float x) {
    const float t = std::clamp((x - low) / (high - low), 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}

std::string vec3(Color c) { return fmt::format("vec3({:.6f}, {:.6f}, {:.6f})", c.r / 255.0, c.g / 255.0, c.b / 255.0); }

std::string constant(std::string_view name, Color c) { return fmt::format("const vec3 {} = {};\n", name, vec3(c)); }

std::string constant(std::string_view name, float value) {
    return fmt::format("const float {} = {:.6f};\n", name, value);
}

std::string array(std::string_view name, std::span<const Color> colors) {
    std::string items;
    for (const Color& c : colors) items += (items.empty() ? "" : ", ") + vec3(c);
    return fmt::format("const vec3 {}[{}] = vec3[{}]({});\n", name, colors.size(), colors.size(), items);
}

} // namespace

Color palette::heat(double t) {
    const double place = std::clamp(t, 0.0, 1.0) * static_cast<double>(viridis.size() - 1);
    const auto low = std::min(static_cast<size_t>(place), viridis.size() - 2);
    const double f = place - static_cast<double>(low);
    const auto mix = [f](uint8_t a, uint8_t b) { return static_cast<uint8_t>(std::lround(a + (b - a) * f)); };
    const Color &a = viridis[low], &b = viridis[low + 1];
    return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

Color palette::diverging(double t) {
    constexpr Color neutral{232, 232, 232};
    if (std::isnan(t)) return not_finite;
    const Color& end = t < 0 ? blue : vermilion;
    const double f = std::min(std::abs(t), 1.0);
    const auto mix = [f](uint8_t a, uint8_t b) { return static_cast<uint8_t>(std::lround(a + (b - a) * f)); };
    return {mix(neutral.r, end.r), mix(neutral.g, end.g), mix(neutral.b, end.b)};
}

uint32_t grayed(uint32_t color) {
    const Color c{static_cast<uint8_t>(color), static_cast<uint8_t>(color >> 8), static_cast<uint8_t>(color >> 16)};
    const auto gray = static_cast<uint32_t>(std::lround(255 * luma_of(c)));
    return (color & 0xff000000u) | gray << 16 | gray << 8 | gray;
}

float darkness(Color c) { return 1 - smoothstep(dark_below, light_from, luma_of(c)); }

float warm_share(Color c) {
    return fill::dark_tint + (1 - fill::dark_tint) * smoothstep(tint_from, tint_full, luma_of(c));
}

Grays grays(bool dark) {
    if (dark) return {{52, 57, 64}, {136, 145, 158}, {104, 112, 124}, {40, 44, 50}};
    return {{232, 235, 239}, {139, 148, 160}, {160, 168, 178}, {214, 219, 226}};
}

std::string palette_glsl() {
    std::string text;
    text += constant("orange", palette::orange);
    text += constant("sky_blue", palette::sky_blue);
    text += constant("thread_color", palette::thread);
    text += constant("yellow", palette::yellow);
    text += constant("vermilion", palette::vermilion);
    text += array("warp_tints", palette::warp_tints);
    text += array("viridis", palette::viridis);
    text += constant("border_core", size::border_core);
    text += constant("border_total", size::border_total);
    text += constant("selected_width", size::selected);
    text += constant("pinned_width", size::pinned);
    text += constant("warp_width", size::selected_warp);
    text += constant("casing_width", size::casing);
    text += constant("hatch_period", size::hatch_period);
    text += constant("hatch_width", size::hatch_width);
    text += constant("cross_period", size::cross_period);
    text += constant("cross_width", size::cross_width);
    text += constant("dot_period", size::dot_period);
    text += constant("dot_radius", size::dot_radius);
    text += constant("half_period", size::half_period);
    text += constant("warp_fill", fill::warp);
    text += constant("halo_fill", fill::halo);
    text += constant("small_halo_fill", fill::small_halo);
    text += constant("diverged_fill", fill::diverged);
    text += constant("diverged_lines", fill::diverged_lines);
    text += constant("partly_idle_lines", fill::partly_idle_lines);
    text += constant("partly_idle_fill", fill::partly_idle);
    for (const auto& [name, ink] : {std::pair{"diverged_ink", palette::diverged_ink},
                                    {"partly_idle_ink", palette::partly_idle_ink},
                                    {"halo_ink", palette::halo_ink},
                                    {"ghost_ink", palette::ghost_ink}}) {
        text += constant(name, ink.on_light);
        text += constant(fmt::format("{}_on_dark", name), ink.on_dark);
    }
    text += constant("halo_dots", fill::halo_dots);
    text += constant("dark_tint", fill::dark_tint);
    text += constant("dark_ink", fill::dark_ink);
    text += constant("tint_from", tint_from);
    text += constant("tint_full", tint_full);
    text += constant("dark_below", dark_below);
    text += constant("light_from", light_from);
    text += fmt::format("const vec3 luma = vec3({}, {}, {});\n", luma[0], luma[1], luma[2]);
    text += constant("ghost_fill", fill::ghost);
    text += constant("unwritten_fill", fill::unwritten);
    text += constant("running_fill", fill::running);
    text += constant("heat_fill", fill::heat);
    text += constant("thread_reads_fill", fill::thread_reads);
    text += constant("block_reads_fill", fill::block_reads);
    text += constant("dimmed_fill", fill::dimmed);
    return text;
}

uint32_t packed(Color color, float alpha) {
    const auto a = static_cast<uint32_t>(std::lround(std::clamp(alpha, 0.0f, 1.0f) * 255));
    return color.r | uint32_t{color.g} << 8 | uint32_t{color.b} << 16 | a << 24;
}

} // namespace warpscope::render
