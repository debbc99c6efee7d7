// What makes an overlay a heat map: a number for each cell, where it comes from, and how it is called.
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
    std::string_view unit{};                          // "loads per cell"; empty where `words` says all
    std::string_view nothing{};                       // said where no cell has a number
    metrics::CellCounts metrics::CellMaps::*counts{}; // measured in every run; null: `probe` is measured on demand
    std::optional<metrics::ProbeKind> probe{};        // ... and holds costs:
    size_t (*cells)(const metrics::CellCosts&){};     // of how many cells
    std::optional<double> (*value)(const metrics::CellCosts&, uint64_t cell){}; // none where the cell has no number
    bool from_fewest = false;                            // the scale begins at the fewest sectors that could be needed
    Mark swatch = Mark::reads;                           //
    Colour (*tint)(double value, const LaunchConfig&){}; // null: viridis from the smallest to the largest
    bool sparse = false;                                 // few cells have a number, which must stay visible
    std::string (*words)(const metrics::Probe&, const metrics::CellCosts&){}; // of the legend; null: range and unit

    /// What is said of the cell pointed at: "first block", "{} loads {}" with the number and the buffer's name, and
    /// why.
    struct Fact {
        std::string_view title{}, text{}, help{};
        int decimals = 0;
        std::string (*number)(double value, const LaunchConfig&){}; // null: with so many decimals
    } fact{};
};

} // namespace warpscope::render
