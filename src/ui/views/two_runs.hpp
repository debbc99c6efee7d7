// Side-by-side display of the pinned run (left) and the present run, each with its own model.
#pragma once

#include "ui/model/model.hpp"

namespace warpscope::ui {

[[nodiscard]] bool two_runs(const Model& model);
/// Returns the model for views of the pinned run; requires two runs.
[[nodiscard]] Model pinned_model(const Model& model);
/// Returns the model for views of the present run; requires two runs.
[[nodiscard]] Model present_model(const Model& model);

} // namespace warpscope::ui
