// Loads Chinese, Japanese and Korean fonts on demand: their files have 20 MB, and most sessions never need them.
#pragma once

#include <string>

namespace warpscope::ui {

/// Merges the font, enlarged by `scale`, into the one added last. `index` selects a font in a collection.
void add_late_font(const std::string& file, int index, float scale);

} // namespace warpscope::ui
