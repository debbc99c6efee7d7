// Which values of a slider make no launch, the other settings being what they are, and why: what the slider shows
// before a run is tried.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// Values from `first` to `last` that are not legal. `why` is of the one next to the legal values.
struct IllegalSpan {
    double first = 0, last = 0;
    std::string why;
};

/// What a slider moves: a parameter, or where it has no name an extent of the block (0: x).
struct Knob {
    std::string parameter;
    uint32_t axis = 0;
};

/// Every value is tried, or where there are many so many evenly spread ones (in ratio, for the block) that the borders
/// between them can be found by halving; a legal island between two neighbours of these goes unseen. `input` is the
/// main input's shape. Shared memory that a kernel declares itself is known only to the compiler and is not looked at.
[[nodiscard]] std::vector<IllegalSpan> illegal_values(const Variant& variant, const Settings& settings,
                                                      const Shape& input, const Knob& knob,
                                                      const DeviceLimits& limits = {});

/// Of all of a variant's sliders that have any: by name, the block's extents as "block x", "block y", "block z".
using IllegalValues = std::map<std::string, std::vector<IllegalSpan>>;
[[nodiscard]] IllegalValues all_illegal_values(const Variant& variant, const Settings& settings, const Shape& input,
                                               const DeviceLimits& limits = {});

} // namespace warpscope::catalog
