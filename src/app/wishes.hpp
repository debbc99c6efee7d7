// Checks options that name things of a run, such as buffers or lines, which are known only after it.
#pragma once

#include "app/start.hpp"
#include "ui/model/model.hpp"

namespace warpscope::app {

/// Returns a usage error with the alternatives if the run shown by `model` lacks what an option names. Succeeds without
/// a run.
[[nodiscard]] Result<void> check_wishes(const Options& options, const ui::Start& asked, const ui::Model& model);

} // namespace warpscope::app
