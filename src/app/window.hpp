// The window: GLFW, the frame loop that sleeps while nothing changes, dropped files, the monitor's scale.
#pragma once

#include "app/start.hpp"

namespace warpscope::app {

struct WindowEnd {
    int status = 0;       // exit status; failures have been printed
    bool restart = false; // the user wants the program to start anew, with these arguments
    std::vector<std::string> arguments = {};
};
/// Opens the window and runs until it is closed.
[[nodiscard]] WindowEnd run_window(const Options& options, ui::Start start);

} // namespace warpscope::app
