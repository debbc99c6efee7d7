// Checks options that need a run, such as buffer names and lines.
#pragma once

#include "app/start.hpp"
#include "ui/model/model.hpp"

namespace warpscope::app {

/// Returns a usage error with alternatives if the run lacks what an option names. Succeeds without a run.
[[nodiscard]] Result<void> check_run_options(const Options& options, const ui::Start& asked, const ui::Model& model);

} // namespace warpscope::app
