// What a view shows of a run: a buffer or launch space, how its cells lie, which overlays are on.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

#include "scene/camera.hpp"

namespace warpscope::scene {

enum class Space : uint8_t {
    input,    // the main input as it was before the first launch
    output,   // the first output
    launch,   // every launched thread
    buffer,   // any buffer of the plan, after the last launch
    matrices, // the experiment's arrangement: several buffers edge to edge
};

/// How a buffer's cells lie on the plane.
enum class Lay : uint8_t {
    natural,    // flat data as they are, long lines wrapped, volumes as slices side by side
    column,     // a line, from top to bottom
    transposed, // flat data with rows and columns exchanged
    slice,      // one slice of a volume
};

/// What a view shows of one run, whose buffers have numbers.
struct Content {
    Space space = Space::output;
    uint32_t buffer = 0; // of Space::buffer: its index in the plan
    Lay lay = Lay::natural;
    uint32_t slice = 0; // of Lay::slice

    Content() = default;
    Content(Space s) // NOLINT(google-explicit-constructor): a space says all there is to say about most contents
        : space(s) {}
    Content(Space s, uint32_t b, Lay l = Lay::natural, uint32_t z = 0)
        : space(s)
        , buffer(b)
        , lay(l)
        , slice(z) {}
    friend auto operator<=>(const Content&, const Content&) = default;
};

/// A place of a content's plane: where the user points, clicks or pins.
struct Spot {
    Content space;
    Point place;

    friend bool operator==(const Spot&, const Spot&) = default;
};

/// Overlays, as bits. Files hold their names, so bits may change.
enum class Overlay : uint32_t {
    none = 0,
    blocks = 1u << 0,
    threads = 1u << 1,
    warps = 1u << 2,
    surplus = 1u << 3,
    halo = 1u << 4,
    ghosts = 1u << 5,
    divergence = 1u << 6,
    reuse = 1u << 7,
    values = 1u << 8,
    labels = 1u << 9,
    sectors = 1u << 10,
    atomics = 1u << 11,
    first_block = 1u << 12,
    reloads = 1u << 13,
    differences = 1u << 14,
    accesses = 1u << 15,
    devices = 1u << 16,
};
using OverlaySet = uint32_t;

[[nodiscard]] constexpr OverlaySet operator|(Overlay a, Overlay b) {
    return static_cast<OverlaySet>(a) | static_cast<OverlaySet>(b);
}
[[nodiscard]] constexpr OverlaySet operator|(OverlaySet a, Overlay b) { return a | static_cast<OverlaySet>(b); }
[[nodiscard]] constexpr bool has(OverlaySet set, Overlay o) { return (set & static_cast<OverlaySet>(o)) != 0; }

/// How a view draws its buffer.
enum class Form : uint8_t { automatic, cells, bars, number };

/// What one view of the window shows, whatever run there is: buffers have names.
struct View {
    Space space = Space::output; // input: what shows best what the kernel reads
    std::string buffer;          // of Space::buffer: its name
    OverlaySet overlays = 0;
    Form form = Form::automatic;

    friend bool operator==(const View&, const View&) = default;
};

/// Left and right, and below them, where there are four, lower left and lower right.
using Views = std::array<View, 4>;
inline constexpr size_t first_lower_view = 2;

/// What stands below before anything was chosen: what a launch costs, on the same data as above: how often cells are
/// read, and how well stores fill sectors.
[[nodiscard]] inline View lower_view_at_start(size_t view) {
    return view == first_lower_view ? View{Space::input, "", Overlay::blocks | Overlay::reuse}
                                    : View{Space::output, "", Overlay::blocks | Overlay::sectors};
}

} // namespace warpscope::scene
