#pragma once

#include "ui/model/model.hpp"

namespace warpscope::ui {

[[nodiscard]] bool two_runs(const Model& model);
/// Both functions require that two_runs() returns true.
[[nodiscard]] Model pinned_model(const Model& model);
[[nodiscard]] Model present_model(const Model& model);

} // namespace warpscope::ui
