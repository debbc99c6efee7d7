// See docs/EXPERIMENTS.md.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/launch.hpp"

namespace warpscope::catalog {

struct ChartSpec {
    enum class Kind : uint8_t { sweep, ulp };
    std::string name, title;
    Kind kind = Kind::sweep;

    // Sweep chart: each variant runs with each value.
    std::string sweep; // name of the varied parameter, or a new name
    std::string sweep_title;
    std::vector<double> values;
    std::string input;                      // input spec with {expressions}; default: current input
    std::map<std::string, std::string> set; // expressions that may use `sweep` and parameters
    std::vector<std::string> block;         // expressions; default: current block
    std::string value, unit;                // value: formula with measured_names
    std::string reference, reference_title; // formula for comparison, or ""
    std::vector<std::string> variants;      // default: all
    bool logarithmic = true;                // both axes

    // Chart of errors in ulp: row r of `buffer` has the kernel's results of functions[r] for the values in `x`.
    std::string x, buffer;
    std::vector<std::string> functions; // "sin", or "pow(exponent)" with a parameter
};

/// Measured numbers for sweep formulas; parameters, `sweep` and buffer elements are also allowed.
inline constexpr std::array<std::string_view, 15> measured_names{
    "cells",         "float_operations", "warp_instructions", "steps",         "atomics",
    "load_bytes",    "load_sectors",     "store_sectors",     "shared_passes", "shared_requests",
    "load_requests", "store_requests",   "divergent_warps",   "launches",      "simt_efficiency"};

/// Function of an ulp chart. `parameter` is "exponent" in "pow(exponent)".
struct UlpFunction {
    std::string_view name, parameter;
};
[[nodiscard]] std::optional<UlpFunction> parse_ulp_function(std::string_view text);

} // namespace warpscope::catalog
