// Loads fonts for Chinese, Japanese and Korean on demand. Their files have 20 MB, and most sessions never need them.
#pragma once

#include <string>

namespace warpscope::ui {

/// Merges the file's letters, enlarged by `scale`, into the font added to the atlas last. `index` selects a font in a
/// collection.
void add_late_font(const std::string& file, int index, float scale);

} // namespace warpscope::ui
