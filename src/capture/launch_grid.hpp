// A launch's grid as expressions, so that it follows the block where the number of blocks follows from a size. Private
// to src/capture.
#pragma once

#include <string>
#include <vector>

#include "capture/launch_experiment.hpp"

namespace warpscope::capture {

/// Sets block, grid and shared memory. `numbers`: whole numbers that the kernel is given. What is guessed is added to
/// `guesses`. Where no size fits, all stays as it was launched.
void set_grid(catalog::Variant& variant, catalog::LaunchSpec& spec, const LaunchConfig& config,
              const std::vector<LaunchBuffer>& buffers, const std::vector<int64_t>& numbers,
              std::vector<std::string>& guesses);

} // namespace warpscope::capture
