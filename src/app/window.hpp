// The window: GLFW and a frame loop that sleeps while nothing changes.
#pragma once

#include "app/start.hpp"

namespace warpscope::app {

struct WindowEnd {
    int status = 0;
    bool restart = false; // the program must start again, with `arguments`
    std::vector<std::string> arguments = {};
};
[[nodiscard]] WindowEnd run_window(const Options& options, ui::Start start);

} // namespace warpscope::app
