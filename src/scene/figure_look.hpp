// Contents of a figure, stored in its scene so that it can be drawn again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::scene {

enum class Shows : uint8_t {
    views, // all views of the scene
    view,  // one view
    tab,   // current tab of the drawer
    chart,
    comparison, // two runs side by side with their differences
    window,
};

inline constexpr uint32_t largest_side = 16384; // in pixels

struct FigureLook {
    Shows shows = Shows::views;
    uint32_t view = 0;              // index in the scene for Shows::view
    std::optional<uint32_t> launch; // launch of a tab; nullopt: the last
    std::string array;              // for the tab "epochs"
    std::string peaks;              // for the roofline: device with published peaks
    std::string title, caption;     // above and below; may be empty
    bool large_legend = false;
    bool dark = false;              // otherwise print colors
    uint32_t width = 0, height = 0; // pixels; 0: unknown

    friend bool operator==(const FigureLook&, const FigureLook&) = default;
};

} // namespace warpscope::scene
