#pragma once

#include <map>
#include <string>
#include <vector>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// Range of illegal values. `why`: reason why the value next to the legal range is illegal.
struct IllegalSpan {
    double first = 0, last = 0;
    Message why;
};

/// A parameter, or a block axis (0: x) if `parameter` is empty.
struct Knob {
    std::string parameter;
    uint32_t axis = 0;
};

/// Tries all values or, if there are many, bisects between samples, which may miss short ranges. `input`: the main
/// input's shape. Ignores static shared memory.
[[nodiscard]] std::vector<IllegalSpan> illegal_values(const Variant& variant, const Settings& settings,
                                                      const Shape& input, const Knob& knob,
                                                      const DeviceLimits& limits = {});

/// Illegal ranges by parameter name, or "block x".
using IllegalValues = std::map<std::string, std::vector<IllegalSpan>>;
[[nodiscard]] IllegalValues all_illegal_values(const Variant& variant, const Settings& settings, const Shape& input,
                                               const DeviceLimits& limits = {});

} // namespace warpscope::catalog
