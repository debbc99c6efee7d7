#pragma once

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

struct SweepPoint {
    Settings settings;
    std::optional<input::InputSpec> input; // default: current input
};
/// Returns `variant`'s settings at `value`. Other parameters keep their values in `present`. Illegal settings are
/// ErrorKind::usage.
[[nodiscard]] Result<SweepPoint> sweep_point(const Variant& variant, const ChartSpec& chart, const Settings& present,
                                             double value);

} // namespace warpscope::catalog
