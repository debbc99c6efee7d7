// How the window is divided, as panels read it.
#pragma once

namespace warpscope::workbench {

struct WindowModel {
    bool menu_requested = false; // by a key: the first menu of the bar is to open
    bool program_page = false;   // the program's page takes the place of views and panels
    bool narrow = false;         // the inspector is a tab of the drawer
    bool inspector_open = false; // not folded to its rail
    bool drawer_open = false;    // not folded to its tabs
    float reading = 0; // presentation mode: least size of type for what is read from the last row, at scale 1; 0: none
    float wished_scale = 1;    // scale that the user or the monitor asks for
    bool presentation = false; // panels away
    bool still = false;        // a picture without a pointer: no hints for mouse and keys
    bool bare_views = false;   // the frame is saved as a figure of views: nothing over them that is pressed
};

} // namespace warpscope::workbench
