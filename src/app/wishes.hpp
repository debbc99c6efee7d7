// Options of the command line that name things of a run, such as a buffer or a line: they are checked after the run,
// since only then it is known whether there are such things.
#pragma once

#include "app/start.hpp"
#include "ui/model/model.hpp"

namespace warpscope::app {

/// A usage error that says what there is, where the run that `model` shows lacks what was asked for. Nothing is refused
/// while there is no run.
[[nodiscard]] Result<void> check_wishes(const Options& options, const ui::Start& asked, const ui::Model& model);

} // namespace warpscope::app
