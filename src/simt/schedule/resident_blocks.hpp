// Resident blocks of a worker, which sets waiting blocks aside like a multiprocessor.
#pragma once

#include <functional>
#include <optional>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Returns the limit by memory and by the largest GPU.
[[nodiscard]] uint64_t resident_blocks(const LaunchState& launch);

/// Returns how many blocks of the launch's size the device holds (chosen_device_model()) at a time. Of registers the
/// emulator knows nothing.
[[nodiscard]] uint64_t blocks_on_device(const LaunchState& launch);

/// Returns the smaller of both limits, for all workers together.
[[nodiscard]] uint64_t blocks_at_a_time(const LaunchState& launch);

/// Runs the blocks from `next` until all end or the launch stops.
void run_blocks(Worker& worker, const std::function<std::optional<uint64_t>()>& next);

} // namespace warpscope::simt
