#pragma once

#include <string>

#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Draws the field for the path of a file to save. When the dialog opens, the field has the focus, and the file's name
/// without its ending is selected. Returns whether Enter was pressed.
[[nodiscard]] bool save_path_field(const Look& look, const char* id, std::string& path);

} // namespace warpscope::ui
