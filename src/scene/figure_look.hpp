// Contents of a figure, stored in its scene to draw it again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::scene {

enum class Shows : uint8_t {
    views, // all views of the scene
    view,
    tab, // tab of the drawer
    chart,
    comparison, // two runs and their differences
    window,
};

inline constexpr uint32_t largest_side = 16384; // pixels

struct FigureLook {
    Shows shows = Shows::views;
    uint32_t view = 0;              // index for Shows::view
    std::optional<uint32_t> launch; // nullopt: the last
    std::string array;              // array of the tab "epochs"
    std::string peaks;              // device with published peaks, for the roofline
    std::string title, caption;     // above and below
    bool large_legend = false;
    bool dark = false;              // otherwise print colors
    uint32_t width = 0, height = 0; // pixels, if known

    friend bool operator==(const FigureLook&, const FigureLook&) = default;
};

} // namespace warpscope::scene
