#pragma once

#include <string>

#include "base/diagnostic.hpp"
#include "base/drawing.hpp"

namespace warpscope::exporting {

/// Returns a page of one point per pixel, with embedded fonts.
[[nodiscard]] Result<std::string> pdf_bytes(const drawing::Picture& picture, const drawing::Words& words);

} // namespace warpscope::exporting
