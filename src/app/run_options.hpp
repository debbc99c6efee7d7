#pragma once

#include "app/start.hpp"
#include "ui/model/model.hpp"

namespace warpscope::app {

/// Fails if an option names a buffer, line or similar that the run lacks. The error lists alternatives. Succeeds if no
/// run exists.
[[nodiscard]] Result<void> check_run_options(const Options& options, const ui::Start& asked, const ui::Model& model);

} // namespace warpscope::app
