#pragma once

#include <map>
#include <string>

#include "workbench/document/bug_step.hpp"
#include "workbench/document/presented_code.hpp"

namespace warpscope::workbench {

struct WindowModel {
    bool menu_requested = false;
    bool program_page = false;
    bool narrow = false;
    bool upright = false; // bars, views and drawer are stacked
    BugStep bug_step{};
    const std::map<std::string, BugStep>* bug_steps = nullptr;
    bool inspector_open = false;
    bool drawer_open = false;
    float reading = 0; // minimum type size at scale 1; 0: none
    float preferred_scale = 1;
    bool presentation = false;
    PresentedCode presented_code;
    bool still = false;      // no mouse or key hints
    bool bare_views = false; // no controls are drawn on the views
    bool bare_tab = false;   // no buttons step through the tab's contents
};

} // namespace warpscope::workbench
