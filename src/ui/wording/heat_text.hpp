#pragma once

#include <vector>

#include "ui/model/model.hpp"
#include "ui/wording/inspector_text.hpp"

namespace warpscope::ui {

[[nodiscard]] std::vector<NamedFact> heat_facts(const Model& model);

} // namespace warpscope::ui
