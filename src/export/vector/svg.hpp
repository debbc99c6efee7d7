// SVG drawings with searchable text, a named group per overlay, and one style rule per look, so that editors can
// recolor an overlay at once.
#pragma once

#include <string>

#include "base/diagnostic.hpp"
#include "base/drawing.hpp"

namespace warpscope::exporting {

/// Fails only if an image cannot be encoded.
[[nodiscard]] Result<std::string> svg_text(const drawing::Picture& picture, const drawing::Words& words);

} // namespace warpscope::exporting
