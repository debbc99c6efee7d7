#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

#include "scene/camera.hpp"

namespace warpscope::scene {

enum class Space : uint8_t {
    input,    // main input before the first launch
    output,   // first output buffer
    launch,   // all threads
    buffer,   // any buffer after the last launch
    matrices, // the experiment's arrangement of buffers
};

enum class Lay : uint8_t {
    natural, // wrapped lines, slices side by side
    column,  // top to bottom
    transposed,
    slice,
};

/// Content of a view in one run; identifies the buffer by number.
struct Content {
    Space space = Space::output;
    uint32_t buffer = 0; // index in the plan
    Lay lay = Lay::natural;
    uint32_t slice = 0;

    Content() = default;
    Content(Space s) // NOLINT(google-explicit-constructor): implicit, because a space often suffices
        : space(s) {}
    Content(Space s, uint32_t b, Lay l = Lay::natural, uint32_t z = 0)
        : space(s)
        , buffer(b)
        , lay(l)
        , slice(z) {}
    friend auto operator<=>(const Content&, const Content&) = default;
};

struct Spot {
    Content space;
    Point place;

    friend bool operator==(const Spot&, const Spot&) = default;
};

/// Overlay bits. Their values may change, because files use names.
enum class Overlay : uint32_t {
    none = 0,
    blocks = 1u << 0,
    threads = 1u << 1,
    warps = 1u << 2,
    idle_threads = 1u << 3,
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

enum class Form : uint8_t { automatic, cells, bars, number };

/// Buffer that a view subtracts: another one of the same run, or the pinned run's version.
struct Reference {
    std::string buffer;
    bool is_baseline = false;

    [[nodiscard]] bool any() const { return is_baseline || !buffer.empty(); }
    friend bool operator==(const Reference&, const Reference&) = default;
};

/// Content of a view in any run.
struct View {
    Space space = Space::output; // Space::input means the arrangement if there is one
    std::string buffer;
    OverlaySet overlays = 0;
    Form form = Form::automatic;
    Reference reference = {};

    friend bool operator==(const View&, const View&) = default;
};

/// Views: left, right, lower left, lower right.
using Views = std::array<View, 4>;
inline constexpr size_t first_lower_view = 2;

/// Returns a view that shows reuse of input cells (left) or use of stored sectors (right).
[[nodiscard]] inline View lower_view_at_start(size_t view) {
    return view == first_lower_view ? View{Space::input, "", Overlay::blocks | Overlay::reuse}
                                    : View{Space::output, "", Overlay::blocks | Overlay::sectors};
}

} // namespace warpscope::scene
