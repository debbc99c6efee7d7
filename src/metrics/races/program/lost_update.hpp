// Finds stores of values computed from the location's previous value. If two threads update a location
// concurrently, one update is lost. Barriers do not prevent this.
#pragma once

#include <cstdint>
#include <optional>

#include "ptx/module.hpp"

namespace warpscope::metrics {

enum class PlaceUpdate : uint8_t {
    none,
    settles, // repeating changes nothing, as for a maximum or an "or"
    counts,
};

/// Returns how the store updates its location. Follows values from `load`; without it, from any load of the location.
/// Does not follow values into conditions.
[[nodiscard]] PlaceUpdate update_of_place(const ptx::Function& function, uint32_t store, std::optional<uint32_t> load);

} // namespace warpscope::metrics
