#pragma once

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

struct SweepPoint {
    Settings settings;
    std::optional<input::InputSpec> input; // default: current input
};
/// Returns the settings for one value; other parameters are as in `present`. Fails with ErrorKind::usage for illegal
/// settings.
[[nodiscard]] Result<SweepPoint> sweep_point(const Variant& variant, const ChartSpec& chart, const Settings& present,
                                             double value);

} // namespace warpscope::catalog
