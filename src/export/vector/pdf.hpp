// Drawings to PDF: words as text in the window's own faces, which the file carries.
#pragma once

#include <string>

#include "base/diagnostic.hpp"
#include "base/drawing.hpp"

namespace warpscope::exporting {

/// One page of the picture's size, a point for each of its pixels. The scene is attached as a file.
[[nodiscard]] Result<std::string> pdf_bytes(const drawing::Picture& picture, const drawing::Words& words);

} // namespace warpscope::exporting
