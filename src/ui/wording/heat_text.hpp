// What the heat maps that are on say about the selected cell and thread, as text for the inspector.
#pragma once

#include <vector>

#include "ui/model/model.hpp"
#include "ui/wording/inspector_text.hpp"

namespace warpscope::ui {

/// Empty when no heat map is on, or when there is nothing selected that it has a number for.
[[nodiscard]] std::vector<NamedFact> heat_facts(const Model& model);

} // namespace warpscope::ui
