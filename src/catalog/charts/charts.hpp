// From a declared sweep to the runs that it takes.
#pragma once

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

struct SweepPoint {
    Settings settings;
    std::optional<input::InputSpec> input; // none: the one in use
};
/// Settings of `variant` where the chart's sweep takes `value`. Other parameters keep what they have in `present`, as
/// far as the variant knows them. Settings that the variant does not allow are an error (ErrorKind::usage).
[[nodiscard]] Result<SweepPoint> sweep_point(const Variant& variant, const ChartSpec& chart, const Settings& present,
                                             double value);

} // namespace warpscope::catalog
