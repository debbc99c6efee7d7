// What a frame is drawn over.
#pragma once

#include <cstdint>
#include <vector>

#include <imgui.h>

namespace warpscope::ui {

/// A picture that a frame draws, opaque.
struct CoveredPart {
    ImVec4 rect; // left, top, right, bottom, in units
    ImTextureID texture{};
    uint64_t drawings = 0; // another number for each picture that the texture has held
};

struct Ground {
    ImU32 colour = 0;
    /// What these cover keeps what was there before. On an H100 filling a window of 3840x2160 once takes 0.6 ms.
    std::vector<CoveredPart> covered;
};

} // namespace warpscope::ui
