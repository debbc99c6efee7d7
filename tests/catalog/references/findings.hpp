#pragma once

#include <gtest/gtest.h>

#include "catalog/references/checks.hpp"

namespace warpscope::catalog::references {

/// Runs the plan again with the race checker and returns the findings of all launches.
inline std::vector<simt::Finding> races(const Outcome& run) {
    const std::shared_ptr<const simt::Program> program(run.measured, &run.measured->program());
    metrics::MeasureOptions options;
    options.races = true;
    const auto measured = metrics::measure(program, run.prepared.plan, options);
    if (!measured) {
        ADD_FAILURE() << measured.error().text();
        return {};
    }
    std::vector<simt::Finding> all;
    for (const auto& launch : (*measured)->launches())
        all.insert(all.end(), launch.findings.begin(), launch.findings.end());
    return all;
}

} // namespace warpscope::catalog::references
