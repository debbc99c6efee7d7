// What a figure shows of a scene, so that it can be drawn again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::scene {

enum class Shows : uint8_t {
    views,      // all that the scene shows
    view,       // one of them
    tab,        // the scene's tab of the drawer
    chart,      // the scene's chart
    comparison, // two runs side by side, over what differs
    window,     // the whole window
};

inline constexpr uint32_t largest_side = 16384; // pixels of a figure

struct FigureLook {
    Shows shows = Shows::views;
    uint32_t view = 0;              // of Shows::view: its place among the scene's
    std::optional<uint32_t> launch; // of a tab: whose block; none: the last
    std::string array;              // of the tab epochs
    std::string peaks;              // of the roofline: the device whose published peaks it shows
    std::string title, caption;     // over and below it; empty: none
    bool large_legend = false;
    bool dark = false;              // else in the colours of print
    uint32_t width = 0, height = 0; // pixels; 0: not known

    friend bool operator==(const FigureLook&, const FigureLook&) = default;
};

} // namespace warpscope::scene
