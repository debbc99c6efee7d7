// Layout of the window, for panels.
#pragma once

#include "workbench/document/bug_step.hpp"
#include "workbench/document/presented_code.hpp"

namespace warpscope::workbench {

struct WindowModel {
    bool menu_requested = false;
    bool program_page = false;
    bool narrow = false;
    BugStep bug_step{}; // of the shown variant
    bool inspector_open = false;
    bool drawer_open = false;
    float reading = 0; // minimum type size at scale 1 for presentation mode; 0: none
    float preferred_scale = 1;
    bool presentation = false;
    PresentedCode presented_code; // valid while program text is shown in presentation mode
    bool still = false;           // picture without mouse and key hints
    bool bare_views = false;      // frame becomes a figure: no controls over the views
};

} // namespace warpscope::workbench
