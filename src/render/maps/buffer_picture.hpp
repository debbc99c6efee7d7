// The picture of a buffer: its cells as colours, row by row. Knows no OpenGL.
#pragma once

#include <cstdint>
#include <span>

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

/// Values shown as black and white. Bytes keep their own range of 0 to 255.
struct ValueRange {
    double low = 0, high = 255;
};

/// The range in which `buffer` is shown: 0..255 for bytes, 0..1 for floats within it, else the smallest to the largest
/// finite value. Looks at all elements of anything but bytes, at as many at once as are affordable.
class RangeFinder {
public:
    /// `buffer` must outlive this.
    explicit RangeFinder(const HostBuffer& buffer);
    /// Looks at up to so many elements; true when all have been looked at.
    bool look(uint64_t elements);
    /// Of all that has been looked at.
    [[nodiscard]] ValueRange range() const;
    /// How many of them are NaN or infinite.
    [[nodiscard]] uint64_t not_finite() const { return not_finite_; }
    /// The first of those, by its number; 0 where there is none.
    [[nodiscard]] uint64_t first_not_finite() const { return first_not_finite_; }

private:
    const HostBuffer& buffer_;
    uint64_t next_ = 0, not_finite_ = 0, first_not_finite_ = 0,
             elements_ = 0; // elements_: to be looked at, 0 for bytes
    double low_ = 0, high_ = 0;
};
[[nodiscard]] ValueRange value_range(const HostBuffer& buffer);

/// How many values of a content are NaN or infinite. Kept with a run (RunResult::derived) from when the content's
/// picture has been made, which looks at all values anyway, a piece per frame.
struct NotFinite {
    uint64_t count = 0;
    uint64_t first = 0; // element of the buffer
    /// Launch space shows the output's values.
    [[nodiscard]] static Memo::Key key(const session::RunResult& result, const Content& content) {
        return {buffer_of(result, content), content.space == Space::input ? 1u : 0u};
    }
};

/// RGBA8 pixels (red in the lowest byte) of rows [row, row + rows) of the plane; transparent where there is no cell.
/// One channel is grey, two are red and green, three and more are red, green and blue; a cell with a value that is NaN
/// or infinite is palette::not_finite.
void picture_rows(const HostBuffer& buffer, const Plane& plane, const ValueRange& range, int64_t row, int64_t rows,
                  std::span<uint32_t> pixels);

/// The same where there is one channel, the plane is flat (is_grey()) and all values are finite: a byte for each cell.
void picture_rows(const HostBuffer& buffer, const Plane& plane, const ValueRange& range, int64_t row, int64_t rows,
                  std::span<uint8_t> greys);
[[nodiscard]] inline bool is_grey(const HostBuffer& buffer, const Plane& plane) {
    return buffer.layout.channels == 1 && plane.gapless();
}

/// The colour of one cell, as picture_rows makes it.
[[nodiscard]] uint32_t cell_colour(const HostBuffer& buffer, const ValueRange& range, uint64_t cell);

} // namespace warpscope::render
