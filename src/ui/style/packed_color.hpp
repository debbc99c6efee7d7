#pragma once

#include <imgui.h>

namespace warpscope::ui {

[[nodiscard]] constexpr ImU32 rgb(uint32_t hex) {
    return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255);
}

} // namespace warpscope::ui
