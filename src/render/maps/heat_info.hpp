#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "metrics/on_demand.hpp"
#include "render/style/palette.hpp"
#include "render/view_state.hpp"

namespace warpscope::render {

struct HeatInfo {
    /// Formats "1 load per cell"; `count` selects singular or plural. Null if `words` is set.
    std::string (*unit)(uint64_t count, const std::string& number){};
    std::string_view nothing{};                       // English text if no cell has a number
    metrics::CellCounts metrics::CellMaps::*counts{}; // null: `probe` is measured on demand
    std::optional<metrics::ProbeKind> probe{};
    size_t (*cells)(const metrics::CellCosts&){};
    std::optional<double> (*value)(const metrics::CellCosts&, uint64_t cell){};
    bool of_requests = false; // value per memory request; see has_fixed_scale()
    Mark swatch = Mark::reads;
    Color (*tint)(double value, const LaunchConfig&){}; // null: viridis
    bool sparse = false;                                // the few cells with numbers stay visible at low zoom
    // Text of the legend; null: range and unit.
    std::string (*words)(const metrics::Probe&, const metrics::CellCosts&){};

    /// `title` and `help` are English.
    struct Fact {
        std::string_view title{};
        std::string (*text)(const std::string& number, const std::string& buffer){};
        std::string_view help{};
        int decimals = 0;
        std::string (*number)(double value, const LaunchConfig&){}; // null: `decimals` digits
    } fact{};
};

} // namespace warpscope::render
