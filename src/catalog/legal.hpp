// Finds slider values that make no legal launch with the other settings, so that sliders can show them before a run.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// A range of illegal values; `why` belongs to the one next to legal values.
struct IllegalSpan {
    double first = 0, last = 0;
    std::string why;
};

/// A slider: a parameter, or an axis of the block (0: x) if `parameter` is empty.
struct Knob {
    std::string parameter;
    uint32_t axis = 0;
};

/// Tries all values, or evenly spread ones (geometrically for blocks) and bisects between them, which may miss legal
/// islands. `input`: shape of the main input. Ignores static shared memory, which only the compiler knows.
[[nodiscard]] std::vector<IllegalSpan> illegal_values(const Variant& variant, const Settings& settings,
                                                      const Shape& input, const Knob& knob,
                                                      const DeviceLimits& limits = {});

/// Illegal ranges by slider name; "block x", "block y", "block z" for the block.
using IllegalValues = std::map<std::string, std::vector<IllegalSpan>>;
[[nodiscard]] IllegalValues all_illegal_values(const Variant& variant, const Settings& settings, const Shape& input,
                                               const DeviceLimits& limits = {});

} // namespace warpscope::catalog
