#pragma once

#include <map>
#include <string>
#include <vector>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// A range of illegal values. `why` is the reason for the value next to the legal ones.
struct IllegalSpan {
    double first = 0, last = 0;
    Message why;
};

/// A slider of a parameter or, if `parameter` is empty, of a block axis (0: x).
struct Knob {
    std::string parameter;
    uint32_t axis = 0;
};

/// Finds illegal slider values. Tries all; if there are many, bisects between spread ones and may miss some. `input` is
/// the main input's shape. Ignores static shared memory.
[[nodiscard]] std::vector<IllegalSpan> illegal_values(const Variant& variant, const Settings& settings,
                                                      const Shape& input, const Knob& knob,
                                                      const DeviceLimits& limits = {});

/// Illegal ranges by parameter name, or "block x".
using IllegalValues = std::map<std::string, std::vector<IllegalSpan>>;
[[nodiscard]] IllegalValues all_illegal_values(const Variant& variant, const Settings& settings, const Shape& input,
                                               const DeviceLimits& limits = {});

} // namespace warpscope::catalog
