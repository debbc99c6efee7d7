#pragma once

#include <vector>

#include "ui/model/model.hpp"
#include "ui/wording/inspector_text.hpp"

namespace warpscope::ui {

[[nodiscard]] bool is_overlay_on(const Model& model, render::Overlay overlay);
[[nodiscard]] std::vector<NamedFact> heat_facts(const Model& model);

} // namespace warpscope::ui
