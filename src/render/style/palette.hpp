// Colours and sizes of every mark, in one place: shaders get them as constants, swatches and text use them directly, so
// that a legend cannot differ from the picture.
//
// Colours of categories are Okabe and Ito's set, which people with any kind of colour vision can tell apart; ordered
// data use matplotlib's viridis. Sizes are in pixels at scale 1.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "metrics/on_demand.hpp"

namespace warpscope::render {

/// sRGB, 0 to 255.
struct Colour {
    uint8_t r = 0, g = 0, b = 0;
};

namespace palette {

inline constexpr Colour orange{230, 159, 0}, sky_blue{86, 180, 233}, green{0, 158, 115}, yellow{240, 228, 66},
    blue{0, 114, 178}, vermilion{213, 94, 0}, purple{204, 121, 167};

/// The selected thread's cell, and what it reads and writes. What is its block's or warp's is sky blue.
inline constexpr Colour thread = purple;

/// Lines and dots over warm tints, by what lies below: a line's ink must differ from it.
struct Ink {
    Colour on_light, on_dark;
};
inline constexpr Ink diverged_ink{{170, 75, 0}, {255, 158, 96}}, partly_idle_ink{{26, 26, 26}, {255, 246, 140}},
    halo_ink{{41, 26, 0}, {255, 204, 102}}, ghost_ink{{184, 127, 0}, {255, 204, 102}};

/// Notes: brown, which nothing else over the data is.
inline constexpr Colour note{120, 72, 20};

/// Values that are NaN or infinite, in pictures of buffers: magenta, which no scale and hardly a photo has.
inline constexpr Colour not_finite{255, 0, 255};

/// Findings: dark enough for a white exclamation mark.
inline constexpr Colour finding{170, 30, 120};

/// Of what a GPU and the emulator do not agree about a cell (metrics::Difference) the gravest: 0 the owner, 1 splits of
/// its warp, 2 sectors.
[[nodiscard]] inline uint8_t rank_of_difference(uint8_t bits) {
    return (bits & metrics::differs_in_owner) != 0 ? 0 : (bits & metrics::differs_in_divergence) != 0 ? 1 : 2;
}
/// The colour of that.
[[nodiscard]] inline Colour difference(uint8_t bits) {
    constexpr std::array<Colour, metrics::difference_count> by_rank{vermilion, yellow, sky_blue};
    return by_rank[rank_of_difference(bits)];
}

/// Warps by number modulo eight. Light and dark take turns, so that neighbours differ in a grey print too.
inline constexpr std::array<Colour, 8> warp_tints{{{158, 211, 243},
                                                   {0, 108, 86},
                                                   {240, 190, 216},
                                                   {0, 84, 148},
                                                   {148, 220, 190},
                                                   {136, 62, 110},
                                                   {236, 226, 150},
                                                   {70, 74, 120}}};

inline constexpr std::array<Colour, 11> viridis{{{68, 1, 84},
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

/// Viridis at `t` in [0, 1].
[[nodiscard]] Colour heat(double t);

} // namespace palette

namespace size {

inline constexpr float border_core = 1.0f, border_total = 3.0f; // widths: dark core, with its light casing
inline constexpr float lit = 2.0f;                              // width of the frame around what a lesson lights up
inline constexpr float selected = 3.0f, pinned = 4.0f;          // widths of a block's sky blue outline, without casing
inline constexpr float selected_warp = 1.5f;                    // and of its warp's
inline constexpr float casing = 1.0f;                           // on each side of an outline
inline constexpr float hatch_period = 8.0f, hatch_width = 1.25f;
inline constexpr float cross_period = 12.0f, cross_width = 1.0f;
inline constexpr float dot_period = 6.0f, dot_radius = 1.15f;
inline constexpr float half_period = 12.0f;    // squares of the half fill
inline constexpr float pattern_period = 24.0f; // after which all patterns repeat

} // namespace size

/// Opacity of a mark's fill over the picture.
namespace fill {

inline constexpr float warp = 0.45f, halo = 0.42f, diverged = 0.2f, partly_idle = 0.26f, ghost = 0.12f, heat = 0.72f,
                       thread_reads = 0.45f, block_reads = 0.24f, dimmed = 0.74f, unwritten = 0.8f, running = 0.35f,
                       lit = 0.55f, slab = 0.38f, received = 0.6f, received_lines = 0.55f;
/// Of a halo whose cells are too small for its outline.
inline constexpr float small_halo = 0.62f;
/// Of the lines that cross in diverged warps, and of the diagonals of those that are partly idle.
inline constexpr float diverged_lines = 0.6f, partly_idle_lines = 0.4f, halo_dots = 0.7f;
/// On dark data: of a warm tint, as a share of its usual opacity, and of the lines and dots over it.
inline constexpr float dark_tint = 0.4f, dark_ink = 0.9f;

} // namespace fill

/// Luma, 0 to 1, below which data are dark and from which on they are light.
inline constexpr float dark_below = 0.32f, light_from = 0.48f;
/// 1 for what is dark, 0 for what is light.
[[nodiscard]] float darkness(Colour colour);
/// Luma up to which a warm tint has the least of its opacity, and from which on it has all of it.
inline constexpr float tint_from = 0.3f, tint_full = 0.95f;
/// The share that it has over `ground`.
[[nodiscard]] float warm_share(Colour ground);

/// Greys that depend on the theme.
struct Greys {
    Colour surplus, surplus_hatch, frame, unowned;
};
[[nodiscard]] Greys greys(bool dark);

/// The palette as GLSL constants.
[[nodiscard]] std::string palette_glsl();

/// As ImGui packs colours.
inline constexpr uint32_t black = 0xff000000u, white = 0xffffffffu;
/// `colour` as ImGui packs colours.
[[nodiscard]] uint32_t packed(Colour colour, float alpha = 1);

} // namespace warpscope::render
