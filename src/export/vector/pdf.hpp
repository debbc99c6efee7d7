// PDF drawings with embedded fonts.
#pragma once

#include <string>

#include "base/diagnostic.hpp"
#include "base/drawing.hpp"

namespace warpscope::exporting {

/// Returns one page, one point per pixel.
[[nodiscard]] Result<std::string> pdf_bytes(const drawing::Picture& picture, const drawing::Words& words);

} // namespace warpscope::exporting
