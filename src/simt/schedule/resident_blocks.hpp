// Resident blocks of a worker, which sets waiting blocks aside like a multiprocessor.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Returns the limit by memory and by the largest GPU.
[[nodiscard]] uint64_t resident_blocks(const LaunchState& launch);

/// Returns, e.g., "a GPU (T4)"; see chosen_device_model().
[[nodiscard]] std::string stated_device();
/// Returns the limit of the chosen device, without regard to registers.
[[nodiscard]] uint64_t blocks_on_device(const LaunchState& launch);

/// Returns the smaller of both limits, for all workers together.
[[nodiscard]] uint64_t blocks_at_a_time(const LaunchState& launch);

/// Runs the blocks from `next` until all end or the launch stops.
void run_blocks(Worker& worker, const std::function<std::optional<uint64_t>()>& next);

} // namespace warpscope::simt
