// SVG with a group per overlay and a rule per style, for easy editing.
#pragma once

#include <string>

#include "base/diagnostic.hpp"
#include "base/drawing.hpp"

namespace warpscope::exporting {

[[nodiscard]] Result<std::string> svg_text(const drawing::Picture& picture, const drawing::Words& words);

} // namespace warpscope::exporting
