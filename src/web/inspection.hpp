// Lets scripts in the page, such as scripts/test_web_page.py, see what the window shows.
#pragma once

#include "ui/app/app.hpp"

namespace warpscope::web {

/// Call it before each frame. Records the frame's items once a script has asked for one.
void begin_inspection(const ui::App& app);
void note_shown_frame(double seconds);

} // namespace warpscope::web
