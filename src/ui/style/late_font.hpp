// Chinese, Japanese and Korean letters. Their fonts are files of 20 MB that most starts never need: the file is mapped
// when the first such letter is drawn.
#pragma once

#include <string>

namespace warpscope::ui {

/// Lets the font that was added to the atlas last have the letters of the file as well, which are drawn `scale` times
/// as large as the file's own measures say. `index`: in a collection.
void add_late_font(const std::string& file, int index, float scale);

} // namespace warpscope::ui
