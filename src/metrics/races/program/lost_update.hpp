// Stores of what was computed from the same place's value before, as of a counter: of two such changes that meet one is
// lost, and no barrier between load and store helps.
#pragma once

#include <cstdint>
#include <optional>

#include "ptx/module.hpp"

namespace warpscope::metrics {

enum class PlaceUpdate : uint8_t {
    none,
    settles, // only as a maximum or an "or" does, which can be done twice to the same effect
    counts,
};

/// Returns how the value that `store` puts to a place depends on what a load has brought from there: any load of the
/// same address, as far as the function's text tells, or only `load`. Conditions do not count.
[[nodiscard]] PlaceUpdate update_of_place(const ptx::Function& function, uint32_t store, std::optional<uint32_t> load);

} // namespace warpscope::metrics
