#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/drawing.hpp"

namespace warpscope::workbench {

/// RGBA, top row first.
struct Picture {
    uint32_t width = 0, height = 0;
    std::vector<uint8_t> rgba;
    std::shared_ptr<const drawing::Picture> shapes;
};

} // namespace warpscope::workbench
