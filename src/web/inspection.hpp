// Lets scripts such as scripts/test_web_page.py read the window's contents.
#pragma once

#include "ui/app/app.hpp"

namespace warpscope::web {

/// Call it before each frame. Items are recorded after a script's first request.
void begin_inspection(const ui::App& app);
void note_shown_frame(double seconds);

} // namespace warpscope::web
