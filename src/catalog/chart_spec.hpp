// Charts that an experiment declares: a sweep over sizes or a parameter, or errors of functions in ulp.
// docs/EXPERIMENTS.md documents them.
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

    // A sweep: runs of the variants, one per value.
    std::string sweep; // a parameter, or a name of the chart's own
    std::string sweep_title;
    std::vector<double> values;
    std::string input;                      // input spec with {expressions}; empty: the input in use
    std::map<std::string, std::string> set; // parameters by name: expressions over `sweep` and parameters
    std::vector<std::string> block;         // expressions; empty: the block in use
    std::string value, unit;                // formula over what a run measured
    std::string reference, reference_title; // formula over `sweep`, drawn as a line; may be empty
    std::vector<std::string> variants;      // the lines of the chart; empty: all that have it
    bool logarithmic = true;                // both axes

    // Errors in ulp: row r of `buffer` holds functions[r] of the elements of `x`.
    std::string x, buffer;
    std::vector<std::string> functions; // "sin", or "pow(exponent)" with a parameter
};

/// What a formula of a sweep may use besides parameters, the sweep's own name and elements of buffers.
inline constexpr std::array<std::string_view, 15> measured_names{
    "cells",         "float_operations", "warp_instructions", "steps",         "atomics",
    "load_bytes",    "load_sectors",     "store_sectors",     "shared_passes", "shared_requests",
    "load_requests", "store_requests",   "divergent_warps",   "launches",      "simt_efficiency"};

/// Functions that an ulp chart knows, and the parameter of "pow(exponent)".
struct UlpFunction {
    std::string_view name, parameter;
};
[[nodiscard]] std::optional<UlpFunction> parse_ulp_function(std::string_view text);

} // namespace warpscope::catalog
