#pragma once

#include <string>
#include <vector>

#include "capture/launch_experiment.hpp"

namespace warpscope::capture {

/// Describes the grid by data sizes, so that it adapts to other block sizes. Keeps the recorded grid if no size fits.
/// `numbers`: integer arguments.
void set_grid(catalog::Variant& variant, catalog::LaunchSpec& spec, const LaunchConfig& config,
              const std::vector<LaunchBuffer>& buffers, const std::vector<int64_t>& numbers,
              std::vector<Message>& guesses);

} // namespace warpscope::capture
