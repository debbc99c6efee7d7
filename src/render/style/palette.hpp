// Categories: colorblind-safe palette of Okabe and Ito; ordered data: matplotlib's viridis. Sizes: pixels at scale 1.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "metrics/on_demand.hpp"

namespace warpscope::render {

struct Color {
    uint8_t r = 0, g = 0, b = 0;
};

namespace palette {

inline constexpr Color orange{230, 159, 0}, sky_blue{86, 180, 233}, green{0, 158, 115}, yellow{240, 228, 66},
    blue{0, 114, 178}, vermilion{213, 94, 0}, purple{204, 121, 167};

/// Color of the selected thread; its block and warp are sky blue.
inline constexpr Color thread = purple;

struct Ink {
    Color on_light, on_dark;
};
inline constexpr Ink diverged_ink{{170, 75, 0}, {255, 158, 96}}, partly_idle_ink{{26, 26, 26}, {255, 246, 140}},
    halo_ink{{41, 26, 0}, {255, 204, 102}}, ghost_ink{{184, 127, 0}, {255, 204, 102}};

/// Brown, which no other mark uses.
inline constexpr Color note{120, 72, 20};

/// Magenta, which is rare in photos.
inline constexpr Color not_finite{255, 0, 255};

inline constexpr Color finding{170, 30, 120};

[[nodiscard]] inline uint8_t rank_of_difference(uint8_t bits) {
    return (bits & metrics::differs_in_owner) != 0 ? 0 : (bits & metrics::differs_in_divergence) != 0 ? 1 : 2;
}
[[nodiscard]] inline Color difference(uint8_t bits) {
    constexpr std::array<Color, metrics::difference_count> by_rank{vermilion, yellow, sky_blue};
    return by_rank[rank_of_difference(bits)];
}

/// Maps -1 to blue, 0 to light gray, 1 to vermilion, NaN to not_finite.
[[nodiscard]] Color diverging(double t);

/// Light and dark colors alternate, so that neighbors differ even in grayscale.
inline constexpr std::array<Color, 8> warp_tints{{{158, 211, 243},
                                                  {0, 108, 86},
                                                  {240, 190, 216},
                                                  {0, 84, 148},
                                                  {148, 220, 190},
                                                  {136, 62, 110},
                                                  {236, 226, 150},
                                                  {70, 74, 120}}};

inline constexpr std::array<Color, 11> viridis{{{68, 1, 84},
                                                {72, 36, 117},
                                                {65, 68, 135},
                                                {53, 95, 141},
                                                {42, 120, 142},
                                                {33, 145, 140},
                                                {34, 168, 132},
                                                {68, 191, 112},
                                                {122, 209, 81},
                                                {189, 223, 38},
                                                {253, 231, 37}}};

/// Clamps `t` to [0, 1].
[[nodiscard]] Color heat(double t);

} // namespace palette

namespace size {

inline constexpr float border_core = 1.0f, border_total = 3.0f; // widths without and with casing
inline constexpr float lit = 2.0f;
inline constexpr float selected = 3.0f, pinned = 4.0f; // width of block outlines
inline constexpr float selected_warp = 1.5f;
inline constexpr float casing = 1.0f; // on each side
inline constexpr float hatch_period = 8.0f, hatch_width = 1.25f;
inline constexpr float cross_period = 12.0f, cross_width = 1.0f;
inline constexpr float dot_period = 6.0f, dot_radius = 1.15f;
inline constexpr float half_period = 12.0f;
inline constexpr float pattern_period = 24.0f;

} // namespace size

namespace fill {

inline constexpr float warp = 0.45f, halo = 0.42f, diverged = 0.2f, partly_idle = 0.26f, ghost = 0.12f, heat = 0.72f,
                       thread_reads = 0.45f, block_reads = 0.24f, dimmed = 0.74f, unwritten = 0.8f, running = 0.35f,
                       lit = 0.55f, slab = 0.38f, received = 0.6f, received_lines = 0.55f;
/// Opacity of halo cells that are too small for an outline.
inline constexpr float small_halo = 0.62f;
inline constexpr float diverged_lines = 0.6f, partly_idle_lines = 0.4f, halo_dots = 0.7f;
inline constexpr float dark_tint = 0.4f, dark_ink = 0.9f;

} // namespace fill

[[nodiscard]] uint32_t grayed(uint32_t color);
/// Luma limits of dark and light data.
inline constexpr float dark_below = 0.32f, light_from = 0.48f;
/// Returns 1 (dark) to 0 (light).
[[nodiscard]] float darkness(Color color);
inline constexpr float tint_from = 0.3f, tint_full = 0.95f;
[[nodiscard]] float warm_share(Color ground);

struct Grays {
    Color idle_fill, idle_hatch, frame, unowned;
};
[[nodiscard]] Grays grays(bool dark);

[[nodiscard]] std::string palette_glsl();

inline constexpr uint32_t black = 0xff000000u, white = 0xffffffffu;
/// Packs in ImGui's byte order.
[[nodiscard]] uint32_t packed(Color color, float alpha = 1);

} // namespace warpscope::render
