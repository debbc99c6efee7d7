// Layout of the window, for panels.
#pragma once

namespace warpscope::workbench {

struct WindowModel {
    bool menu_requested = false; // requested by key: opens the first menu
    bool program_page = false;   // program page replaces views and panels
    bool narrow = false;         // inspector is a tab of the drawer
    bool inspector_open = false; // not folded
    bool drawer_open = false;    // not folded to its tabs
    float reading = 0;           // minimum type size at scale 1 for presentation mode; 0: none
    float wished_scale = 1;      // scale that the user or the monitor requests
    bool presentation = false;   // hides the panels
    bool still = false;          // picture without mouse and key hints
    bool bare_views = false;     // frame becomes a figure: no controls over the views
};

} // namespace warpscope::workbench
