// The blocks of one worker. Like a multiprocessor, a worker has several at a time where they wait for each other: one
// that only waits is put aside, and the next begins.
#pragma once

#include <functional>
#include <optional>

#include "simt/machine.hpp"

namespace warpscope::simt {

/// Runs all blocks that `next` gives, in that order as long as none waits, to their ends or until the launch is
/// stopped.
void run_blocks(Worker& worker, const std::function<std::optional<uint64_t>()>& next);

} // namespace warpscope::simt
