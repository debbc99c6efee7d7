#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "insight/contents.hpp"
#include "metrics/thread_index.hpp"
#include "render/view_state.hpp"

namespace warpscope::render {

struct CellRect {
    int64_t x = 0, y = 0, width = 0, height = 0;

    [[nodiscard]] bool contains(CellIndex c) const {
        return c.x >= x && c.y >= y && c.x < x + width && c.y < y + height;
    }
    friend bool operator==(const CellRect&, const CellRect&) = default;
};

/// Arrangement of a buffer's cells or a launch's threads: a grid, a wrapped line, or slices of a volume.
class Plane {
public:
    /// `period`: preferred divisor of row lengths; 0: any. `strips`: number of planes in the view. `padding`: hidden
    /// items per row.
    [[nodiscard]] static Plane of_data(const Shape& shape, Lay lay = Lay::natural, uint32_t slice = 0,
                                       uint64_t period = 0, size_t strips = 1, uint32_t padding = 0);
    [[nodiscard]] std::optional<uint64_t> first_of_row(int64_t row) const {
        return wrap_ > 1 && row >= 0 && row < height_ ? std::optional(static_cast<uint64_t>(row * wrap_))
                                                      : std::nullopt;
    }
    [[nodiscard]] static Plane of_launch(const LaunchConfig& config);

    [[nodiscard]] int64_t width() const { return width_; }
    [[nodiscard]] int64_t height() const { return height_; }
    [[nodiscard]] uint64_t items() const { return extent_.count(); }
    [[nodiscard]] CellRect rect() const { return {0, 0, width_, height_}; }
    [[nodiscard]] bool flat() const { return wrap_ == 0 && extent_.z == 1 && !transposed_; }
    [[nodiscard]] bool wrapped() const { return wrap_ != 0; }
    [[nodiscard]] int64_t last_row_width() const {
        const int64_t rest = wrap_ > 0 ? static_cast<int64_t>((items() - padding_) % static_cast<uint64_t>(wrap_)) : 0;
        return rest != 0 ? rest : width_;
    }
    /// Includes padding.
    [[nodiscard]] const Dim3& extent() const { return extent_; }
    [[nodiscard]] bool transposed() const { return transposed_; }
    [[nodiscard]] int64_t columns() const { return columns_; }
    [[nodiscard]] int64_t gap() const { return gap_; }
    [[nodiscard]] bool is_padding(uint64_t index) const {
        return padding_ != 0 && index % extent_.x >= extent_.x - padding_;
    }
    [[nodiscard]] bool gapless() const { return flat() && padding_ == 0; }
    /// Excludes padding.
    [[nodiscard]] int64_t row_width() const { return extent_.x - padding_; }

    /// Returns the linear index (x fastest); nullopt outside and in gaps.
    [[nodiscard]] std::optional<uint64_t> index_at(CellIndex place) const;
    /// Returns (-1, -1) for items in hidden slices or padding.
    [[nodiscard]] CellIndex place_of(uint64_t index) const;

    [[nodiscard]] uint32_t slices() const;
    [[nodiscard]] CellRect slice(uint32_t z) const;

    friend bool operator==(const Plane&, const Plane&) = default;

private:
    static Plane arrange(Dim3 extent, int64_t wrap, uint32_t padding = 0);

    Dim3 extent_;
    uint32_t padding_ = 0; // at the end of each row
    bool transposed_ = false;
    std::optional<uint32_t> slice_;
    int64_t wrap_ = 0;    // items per row of a wrapped line, or 0
    int64_t columns_ = 1; // slices per row
    int64_t gap_ = 1;     // cells between slices
    int64_t width_ = 1, height_ = 1;
};

class AscendingPlaces {
public:
    explicit AscendingPlaces(const Plane& plane)
        : plane_(plane)
        , length_(plane.transposed() ? 1
                  : plane.wrapped()  ? static_cast<uint64_t>(plane.width())
                                     : plane.extent().x) {}

    [[nodiscard]] CellIndex of(uint64_t index) {
        if (plane_.is_padding(index)) return {-1, -1};
        if (index < begin_ || index >= end_) {
            begin_ = index - index % length_;
            end_ = begin_ + length_;
            at_ = plane_.place_of(begin_);
        }
        return {at_.x + static_cast<int64_t>(index - begin_), at_.y};
    }
    [[nodiscard]] uint64_t side_by_side(uint64_t index) const {
        const uint64_t rest = length_ - index % length_;
        if (plane_.gapless() || plane_.is_padding(index)) return rest;
        return std::min<uint64_t>(rest, static_cast<uint64_t>(plane_.row_width()) - index % plane_.extent().x);
    }

private:
    const Plane& plane_;
    uint64_t length_;
    uint64_t begin_ = 0, end_ = 0;
    CellIndex at_;
};

using metrics::block_of;
using metrics::global_index;
using metrics::owns_cell;
using metrics::thread_at;
using metrics::thread_in_block;

/// Thread-to-place mapping, faster than index_at and place_of.
class LaunchPlaces {
public:
    LaunchPlaces(const LaunchConfig& config, const Plane& plane);

    [[nodiscard]] CellIndex of(metrics::ThreadId thread);
    /// Sets `threads` to those of row `y`; 0 in gaps.
    void row(int64_t y, std::span<metrics::ThreadId> threads) const;

private:
    LaunchConfig config_;
    Plane plane_;
    Dim3 extent_;
    uint32_t per_block_;
    metrics::ThreadId first_ = 1, end_ = 1; // threads of the block that of() used last
    CellIndex corner_;                      // that block's corner; only for flat planes
};

[[nodiscard]] bool has_places(const metrics::LaunchMeasurement& launch, const Plane& plane);
/// Returns the thread at a place inside or outside the data; 0: no thread.
[[nodiscard]] metrics::ThreadId placed_thread(const metrics::LaunchMeasurement& launch, const Plane& plane,
                                              CellIndex place);
[[nodiscard]] std::optional<CellIndex> placed_at(const metrics::LaunchMeasurement& launch, const Plane& plane,
                                                 metrics::ThreadId thread);
/// Extends the plane's rectangle by idle threads, at most 4096 cells per side.
[[nodiscard]] CellRect extent_with_idle_threads(const metrics::LaunchMeasurement& launch, const Plane& plane);

using insight::buffer_of;
using insight::canonical;
using insight::contents_of;
using insight::exists;
using insight::input_maps;
using insight::layout_of;
using insight::lines_up;
using insight::maps_of;
using insight::output_maps;
using insight::owner_map;
using insight::shapes_match;
using insight::shows_letters;
using insight::threads_of;

[[nodiscard]] Plane plane_of(const session::RunResult& result, const Content& content);

struct Part {
    Content content;
    CellIndex origin;
    CellRect rect; // without idle threads
};
/// Returns the content itself if it is not an arrangement.
[[nodiscard]] std::vector<Part> parts_of(const session::RunResult& result, const Content& content);
[[nodiscard]] Content arranged_output(const session::RunResult& result);
[[nodiscard]] bool stacked(const std::vector<Part>& parts);
[[nodiscard]] float part_name_type(const Theme& theme);
[[nodiscard]] int64_t row_of_name(const session::RunResult& result, const Part& middle);
[[nodiscard]] ViewState state_of(const ViewState& state, const Part& part);
[[nodiscard]] CellRect extent_of(const session::RunResult& result, const Content& content);
[[nodiscard]] std::optional<CellIndex> selected_place(const session::RunResult& result, const Content& content,
                                                      const Selection& selection);

} // namespace warpscope::render
