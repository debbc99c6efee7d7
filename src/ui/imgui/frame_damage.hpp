#pragma once

#include <cstdint>
#include <vector>

#include "ui/imgui/ground.hpp"

namespace warpscope::ui {

/// Row 0 is at the top.
struct PixelRect {
    int left = 0, top = 0, right = 0, bottom = 0;
    [[nodiscard]] bool empty() const { return left >= right || top >= bottom; }
    friend bool operator==(const PixelRect&, const PixelRect&) = default;
};
[[nodiscard]] PixelRect intersection(const PixelRect& a, const PixelRect& b);

class FrameDamage {
public:
    /// Returns disjoint rectangles around changes. Textures missing in `ground` count as changed.
    [[nodiscard]] std::vector<PixelRect> update(const ImDrawData& data, const Ground& ground);
    void forget() { tiles_.clear(); }

private:
    int width_ = 0, height_ = 0;
    std::vector<uint64_t> tiles_; // hash of each tile's drawing commands
    uint64_t frame_ = 0;
};

class DrawnWithin {
public:
    DrawnWithin(ImDrawData& data, const std::vector<PixelRect>& rects);
    ~DrawnWithin();
    DrawnWithin(const DrawnWithin&) = delete;
    DrawnWithin& operator=(const DrawnWithin&) = delete;

private:
    ImDrawData& data_;
    std::vector<ImVector<ImDrawCmd>> whole_;
};

} // namespace warpscope::ui
