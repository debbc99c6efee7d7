// Finds slider values without a legal launch for the other settings.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// A range of illegal values; `why` belongs to the one next to legal values.
struct IllegalSpan {
    double first = 0, last = 0;
    Message why;
};

/// A slider: a parameter, or an axis of the block (0: x).
struct Knob {
    std::string parameter;
    uint32_t axis = 0;
};

/// Tries all values, or bisects between evenly spread ones (geometrically for blocks), which may miss legal islands.
/// `input`: shape of the main input. Ignores static shared memory.
[[nodiscard]] std::vector<IllegalSpan> illegal_values(const Variant& variant, const Settings& settings,
                                                      const Shape& input, const Knob& knob,
                                                      const DeviceLimits& limits = {});

/// Ranges by slider name, or "block x".
using IllegalValues = std::map<std::string, std::vector<IllegalSpan>>;
[[nodiscard]] IllegalValues all_illegal_values(const Variant& variant, const Settings& settings, const Shape& input,
                                               const DeviceLimits& limits = {});

} // namespace warpscope::catalog
