// Resident blocks of one worker. Like a multiprocessor, a worker holds several blocks if they wait for each other: it
// sets a waiting block aside and begins the next.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Returns how many blocks fit into the memory reserved for blocks set aside, limited to what a large GPU holds.
[[nodiscard]] uint64_t resident_blocks(const LaunchState& launch);

/// Returns the device that limits refer to, such as "a GPU (T4)"; see chosen_device_model().
[[nodiscard]] std::string stated_device();
/// Returns how many blocks of the launch the stated device holds at a time. Register use is not considered.
[[nodiscard]] uint64_t blocks_on_device(const LaunchState& launch);

/// Returns how many blocks run at the same time on all workers: the smaller of both limits. The maximum for cooperative
/// launches.
[[nodiscard]] uint64_t blocks_at_a_time(const LaunchState& launch);

/// Runs the blocks that `next` returns, in that order unless they wait, until all end or the launch is stopped.
void run_blocks(Worker& worker, const std::function<std::optional<uint64_t>()>& next);

} // namespace warpscope::simt
