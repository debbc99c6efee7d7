// Contents of a figure, stored in its scene to draw it again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::scene {

enum class Shows : uint8_t {
    views, // all of the scene
    view,
    tab,
    chart,
    comparison,
    window,
};

inline constexpr uint32_t largest_side = 16384; // pixels

struct FigureLook {
    Shows shows = Shows::views;
    uint32_t view = 0;              // for Shows::view
    std::optional<uint32_t> launch; // nullopt: the last
    std::string array;              // for the tab "epochs"
    std::string peaks;              // device for published peak rates
    std::string title, caption;     // above and below the figure
    bool large_legend = false;
    bool dark = false;              // false: colors for print
    uint32_t width = 0, height = 0; // pixels; 0: unknown

    friend bool operator==(const FigureLook&, const FigureLook&) = default;
};

} // namespace warpscope::scene
