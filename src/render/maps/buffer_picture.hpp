#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

/// Values drawn as black (`low`) and as white (`high`)
struct ValueRange {
    double low = 0, high = 255;
};

/// Display range: 0..255 for bytes, 0..1 for floats in this range, else the finite minimum and maximum.
class RangeFinder {
public:
    /// `buffer` must outlive the finder.
    explicit RangeFinder(const HostBuffer& buffer);
    /// Returns true after the last element.
    bool look(uint64_t elements);
    [[nodiscard]] ValueRange range() const;
    /// Returns the common value if all elements are finite and equal; nullopt for bytes.
    [[nodiscard]] std::optional<double> constant() const {
        return low_ == high_ && not_finite_ == 0 ? std::optional(low_) : std::nullopt;
    }
    [[nodiscard]] uint64_t not_finite() const { return not_finite_; }
    [[nodiscard]] uint64_t first_not_finite() const { return first_not_finite_; }

private:
    const HostBuffer& buffer_;
    uint64_t next_ = 0, not_finite_ = 0, first_not_finite_ = 0,
             elements_ = 0; // 0 for bytes: their range is fixed
    double low_ = 0, high_ = 0;
};
[[nodiscard]] ValueRange value_range(const HostBuffer& buffer);

struct NotFinite {
    uint64_t count = 0;
    uint64_t first = 0;
    [[nodiscard]] static Memo::Key key(const session::RunResult& result, const Content& content) {
        return {buffer_of(result, content), content.space == Space::input ? 1u : 0u};
    }
};

/// Scale, cached with the run under NotFinite's key.
struct ValueScale {
    ValueRange range;
    std::optional<double> constant;
};

/// Draws rows [row, row + rows) as RGBA8 (red lowest), transparent outside. One channel is gray, two are red and green.
void picture_rows(const HostBuffer& buffer, const Plane& plane, const ValueRange& range, int64_t row, int64_t rows,
                  std::span<uint32_t> pixels);

/// Requires finite values and is_gray().
void picture_rows(const HostBuffer& buffer, const Plane& plane, const ValueRange& range, int64_t row, int64_t rows,
                  std::span<uint8_t> grays);
[[nodiscard]] inline bool is_gray(const HostBuffer& buffer, const Plane& plane) {
    return buffer.layout.channels == 1 && plane.gapless();
}

[[nodiscard]] uint32_t cell_color(const HostBuffer& buffer, const ValueRange& range, uint64_t cell);

} // namespace warpscope::render
