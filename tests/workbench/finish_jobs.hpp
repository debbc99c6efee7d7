#pragma once

#include <chrono>
#include <thread>

#include "workbench/background/worker.hpp"

namespace warpscope::workbench {

inline void finish(Worker& worker) {
    while (!worker.idle()) {
        worker.deliver();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

} // namespace warpscope::workbench
