#pragma once

#include "app/start.hpp"
#include "ui/model/model.hpp"

namespace warpscope::app {

/// Fails with alternatives if the run lacks an item that an option names: buffer, line or similar. Succeeds without a
/// run.
[[nodiscard]] Result<void> check_run_options(const Options& options, const ui::Start& asked, const ui::Model& model);

} // namespace warpscope::app
