#pragma once

#include "app/start.hpp"
#include "ui/model/model.hpp"

namespace warpscope::app {

/// Returns a usage error with alternatives if the run lacks a named buffer, line or similar. Succeeds without a run.
[[nodiscard]] Result<void> check_run_options(const Options& options, const ui::Start& asked, const ui::Model& model);

} // namespace warpscope::app
