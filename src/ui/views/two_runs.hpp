// Two runs side by side: the pinned one at the left and the present one, each with a model of its own, of which all is
// made that a view says about its run.
#pragma once

#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Returns whether two runs are shown.
[[nodiscard]] bool two_runs(const Model& model);
/// The model of the pinned run's views; there must be two runs.
[[nodiscard]] Model pinned_model(const Model& model);
/// The model of the present run's views; there must be two runs.
[[nodiscard]] Model present_model(const Model& model);

} // namespace warpscope::ui
