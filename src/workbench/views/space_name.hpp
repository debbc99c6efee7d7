#pragma once

#include <string>
#include <utility>

#include "scene/view.hpp"

namespace warpscope::workbench {

/// Selects the default input for "", "input" and "matrices".
[[nodiscard]] std::pair<scene::Space, std::string> space_from_name(const std::string& name);

} // namespace warpscope::workbench
