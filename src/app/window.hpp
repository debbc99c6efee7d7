// The window: GLFW, a frame loop that sleeps while nothing changes, dropped files, monitor scale.
#pragma once

#include "app/start.hpp"

namespace warpscope::app {

struct WindowEnd {
    int status = 0;       // failures were printed
    bool restart = false; // restart the program with these arguments
    std::vector<std::string> arguments = {};
};
[[nodiscard]] WindowEnd run_window(const Options& options, ui::Start start);

} // namespace warpscope::app
