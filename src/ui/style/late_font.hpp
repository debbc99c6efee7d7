// Loads Chinese, Japanese and Korean fonts (20 MB) on demand.
#pragma once

#include <string>

namespace warpscope::ui {

/// Merges the font, enlarged by `scale`, into the font added before. `index` selects a font in a collection.
void add_late_font(const std::string& file, int index, float scale);

} // namespace warpscope::ui
