// Description of a heat map overlay: source of its numbers, and texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "metrics/on_demand.hpp"
#include "render/style/palette.hpp"
#include "render/view.hpp"

namespace warpscope::render {

struct HeatInfo {
    /// Formats "1 load per cell", "2 to 9 loads per cell"; `count` selects the plural form. Null if `words` is set.
    std::string (*unit)(uint64_t count, const std::string& number){};
    std::string_view nothing{};                       // text if no cell has a number, in English
    metrics::CellCounts metrics::CellMaps::*counts{}; // measured in every run; null: measured on demand by `probe`
    std::optional<metrics::ProbeKind> probe{};        // measurement with per-cell costs:
    size_t (*cells)(const metrics::CellCosts&){};     // number of cells
    std::optional<double> (*value)(const metrics::CellCosts&, uint64_t cell){}; // a cell's number, if any
    bool of_requests = false; // cost of a warp's request: see has_fixed_scale()
    Mark swatch = Mark::reads;
    Colour (*tint)(double value, const LaunchConfig&){}; // null: viridis from minimum to maximum
    bool sparse = false;                                 // few cells have a number, which must stay visible
    std::string (*words)(const metrics::Probe&, const metrics::CellCosts&){}; // legend text; null: range and unit

    /// Text for the cell under the cursor: "first block", "(0, 0, 0) loads in" with number and buffer name, and an
    /// explanation. `title` and `help` are in English.
    struct Fact {
        std::string_view title{};
        std::string (*text)(const std::string& number, const std::string& buffer){};
        std::string_view help{};
        int decimals = 0;
        std::string (*number)(double value, const LaunchConfig&){}; // null: formats with `decimals`
    } fact{};
};

} // namespace warpscope::render
