// Which pixels of a frame differ from those of the frame before. Software OpenGL draws no others: of a window in which
// the slider of time is dragged half stays as it is.
#pragma once

#include <cstdint>
#include <vector>

#include "ui/imgui/ground.hpp"

namespace warpscope::ui {

/// Whole pixels, row 0 at the top.
struct PixelRect {
    int left = 0, top = 0, right = 0, bottom = 0;
    [[nodiscard]] bool empty() const { return left >= right || top >= bottom; }
    friend bool operator==(const PixelRect&, const PixelRect&) = default;
};
[[nodiscard]] PixelRect intersection(const PixelRect& a, const PixelRect& b);

class FrameDamage {
public:
    /// Rectangles, none over another, outside of which the frame has the pixels of the one given before. Pictures that
    /// `ground` does not tell of are taken to change always.
    [[nodiscard]] std::vector<PixelRect> update(const ImDrawData& data, const Ground& ground);
    /// The next frame differs everywhere.
    void forget() { tiles_.clear(); }

private:
    int width_ = 0, height_ = 0;
    std::vector<uint64_t> tiles_; // what is drawn in each, as a number; row by row
    uint64_t frame_ = 0;
};

/// The frame with nothing of it outside the rectangles, while this lives.
class DrawnWithin {
public:
    DrawnWithin(ImDrawData& data, const std::vector<PixelRect>& rects);
    ~DrawnWithin();
    DrawnWithin(const DrawnWithin&) = delete;
    DrawnWithin& operator=(const DrawnWithin&) = delete;

private:
    ImDrawData& data_;
    std::vector<ImVector<ImDrawCmd>> whole_; // by list
};

} // namespace warpscope::ui
