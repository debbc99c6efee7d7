#pragma once

#include <functional>
#include <optional>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Returns the number of concurrent blocks that memory and the largest GPU allow.
[[nodiscard]] uint64_t resident_blocks(const LaunchState& launch);

/// Returns how many blocks of this launch fit on chosen_device_model(). Ignores registers, whose number is unknown.
[[nodiscard]] uint64_t blocks_on_device(const LaunchState& launch);

/// Returns the smaller of resident_blocks() and blocks_on_device(), for all workers together.
[[nodiscard]] uint64_t blocks_at_a_time(const LaunchState& launch);

void run_blocks(Worker& worker, const std::function<std::optional<uint64_t>()>& next);

} // namespace warpscope::simt
