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
    /// "1 load per cell", "2 to 9 loads per cell": `count` is what the words agree with; null where `words` says all.
    std::string (*unit)(uint64_t count, const std::string& number){};
    std::string_view nothing{};                       // said where no cell has a number, in English
    metrics::CellCounts metrics::CellMaps::*counts{}; // measured in every run; null: `probe` is measured on demand
    std::optional<metrics::ProbeKind> probe{};        // ... and holds costs:
    size_t (*cells)(const metrics::CellCosts&){};     // of how many cells
    std::optional<double> (*value)(const metrics::CellCosts&, uint64_t cell){}; // none where the cell has no number
    bool of_requests = false;                            // what a warp's request costs: see has_fixed_scale()
    Mark swatch = Mark::reads;                           //
    Colour (*tint)(double value, const LaunchConfig&){}; // null: viridis from the smallest to the largest
    bool sparse = false;                                 // few cells have a number, which must stay visible
    std::string (*words)(const metrics::Probe&, const metrics::CellCosts&){}; // of the legend; null: range and unit

    /// What is said of the cell pointed at: "first block", "(0, 0, 0) loads in" of the number and the buffer's name,
    /// and why. `title` and `help` are in English.
    struct Fact {
        std::string_view title{};
        std::string (*text)(const std::string& number, const std::string& buffer){};
        std::string_view help{};
        int decimals = 0;
        std::string (*number)(double value, const LaunchConfig&){}; // null: with so many decimals
    } fact{};
};

} // namespace warpscope::render
