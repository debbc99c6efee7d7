#pragma once

#include <string>
#include <vector>

#include "ui/model/model.hpp"
#include "ui/wording/inspector_text.hpp"

namespace warpscope::ui {

[[nodiscard]] bool is_overlay_on(const Model& model, render::Overlay overlay);
[[nodiscard]] std::vector<NamedFact> heat_facts(const Model& model);
/// Returns " (at the end)" while the views show an earlier moment.
[[nodiscard]] std::string time_of_value(const Model& model);

} // namespace warpscope::ui
