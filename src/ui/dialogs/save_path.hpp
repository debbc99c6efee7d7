#pragma once

#include <string>

#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Selects the file's name when the dialog opens. Returns whether Enter was pressed.
[[nodiscard]] bool save_path_field(const Look& look, const char* id, std::string& path);

} // namespace warpscope::ui
