// Drawings to SVG: text that can be searched, a named group for each overlay, and one style rule for all that looks the
// same, so that a vector editor recolours an overlay at once.
#pragma once

#include <string>

#include "base/diagnostic.hpp"
#include "base/drawing.hpp"

namespace warpscope::exporting {

/// Fails only where an image in it cannot be encoded.
[[nodiscard]] Result<std::string> svg_text(const drawing::Picture& picture, const drawing::Words& words);

} // namespace warpscope::exporting
