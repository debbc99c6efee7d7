// The blocks of one worker. Like a multiprocessor, a worker has several at a time where they wait for each other: one
// that only waits is put aside, and the next begins.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Returns how many blocks fit into the memory that blocks put aside may take, and no more than a large GPU holds of
/// the smallest ones.
[[nodiscard]] uint64_t resident_blocks(const LaunchState& launch);

/// The device that is meant where a number depends on one, "a GPU (T4)": see chosen_device_model().
[[nodiscard]] std::string stated_device();
/// Returns how many blocks of the launch's size it holds at a time. Of registers the emulator knows nothing.
[[nodiscard]] uint64_t blocks_on_device(const LaunchState& launch);

/// Returns how many blocks run at the same time, of all workers: the smaller of the two. A cooperative launch has no
/// more.
[[nodiscard]] uint64_t blocks_at_a_time(const LaunchState& launch);

/// Runs all blocks that `next` gives, in that order as long as none waits, to their ends or until the launch is
/// stopped.
void run_blocks(Worker& worker, const std::function<std::optional<uint64_t>()>& next);

} // namespace warpscope::simt
