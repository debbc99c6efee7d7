// SVG drawings with a group per overlay and a style rule per look, for easy editing.
#pragma once

#include <string>

#include "base/diagnostic.hpp"
#include "base/drawing.hpp"

namespace warpscope::exporting {

/// Fails if an image cannot be encoded.
[[nodiscard]] Result<std::string> svg_text(const drawing::Picture& picture, const drawing::Words& words);

} // namespace warpscope::exporting
