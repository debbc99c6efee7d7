// Finds stores computed from the location's previous value. If two such updates meet, one is lost despite barriers.
#pragma once

#include <cstdint>
#include <optional>

#include "ptx/module.hpp"

namespace warpscope::metrics {

enum class PlaceUpdate : uint8_t {
    none,
    settles, // idempotent, like a maximum or an "or"
    counts,
};

/// Considers `load`, or all loads from the same address. Ignores conditions.
[[nodiscard]] PlaceUpdate update_of_place(const ptx::Function& function, uint32_t store, std::optional<uint32_t> load);

} // namespace warpscope::metrics
