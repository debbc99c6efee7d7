#pragma once

#include <string>

#include "base/diagnostic.hpp"
#include "base/drawing.hpp"

namespace warpscope::exporting {

/// Returns a PDF page with embedded fonts. A pixel becomes one point.
[[nodiscard]] Result<std::string> pdf_bytes(const drawing::Picture& picture, const drawing::Words& words);

} // namespace warpscope::exporting
