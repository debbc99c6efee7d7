#pragma once

#include <string_view>

#include "ui/model/model.hpp"

namespace warpscope::ui {

[[nodiscard]] bool is_bug_revealed(const Model& model);
/// Removes a comment that reveals a bug before the panel has explained it.
[[nodiscard]] std::string_view untold_line(const Model& model, std::string_view line);

} // namespace warpscope::ui
