// Inspector text of the active heat maps for the selected cell and thread.
#pragma once

#include <vector>

#include "ui/model/model.hpp"
#include "ui/wording/inspector_text.hpp"

namespace warpscope::ui {

/// Returns an empty list if no heat map is on or has a value for the selection.
[[nodiscard]] std::vector<NamedFact> heat_facts(const Model& model);

} // namespace warpscope::ui
