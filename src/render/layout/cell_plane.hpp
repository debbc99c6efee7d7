// Layout of cells and threads on a view's plane.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "render/view.hpp"

namespace warpscope::render {

/// The cells [x, x + width) x [y, y + height).
struct CellRect {
    int64_t x = 0, y = 0, width = 0, height = 0;

    [[nodiscard]] bool contains(CellIndex c) const {
        return c.x >= x && c.y >= y && c.x < x + width && c.y < y + height;
    }
    friend bool operator==(const CellRect&, const CellRect&) = default;
};

/// Layout of a box of items: a flat grid, a long line wrapped into rows, or the slices of a volume side by side.
class Plane {
public:
    /// Lays out a buffer. `period`: preferred alignment of a wrapped line's rows, such as a block's threads; 0: none.
    /// `strips`: number of such planes stacked in the view. `padding`: hidden items at the end of each row.
    [[nodiscard]] static Plane of_data(const Shape& shape, Lay lay = Lay::natural, uint32_t slice = 0,
                                       uint64_t period = 0, size_t strips = 1, uint32_t padding = 0);
    /// Returns the first item of a row, for wrapped lines only.
    [[nodiscard]] std::optional<uint64_t> first_of_row(int64_t row) const {
        return wrap_ > 1 && row >= 0 && row < height_ ? std::optional(static_cast<uint64_t>(row * wrap_))
                                                      : std::nullopt;
    }
    /// Lays out threads by global index (blockIdx * blockDim + threadIdx).
    [[nodiscard]] static Plane of_launch(const LaunchConfig& config);

    [[nodiscard]] int64_t width() const { return width_; }
    [[nodiscard]] int64_t height() const { return height_; }
    [[nodiscard]] uint64_t items() const { return extent_.count(); }
    [[nodiscard]] CellRect rect() const { return {0, 0, width_, height_}; }
    /// Place and item index are equal.
    [[nodiscard]] bool flat() const { return wrap_ == 0 && extent_.z == 1 && !transposed_; }
    [[nodiscard]] bool wrapped() const { return wrap_ != 0; }
    /// Extent of all items, including padding.
    [[nodiscard]] const Dim3& extent() const { return extent_; }
    [[nodiscard]] bool transposed() const { return transposed_; }
    /// Slices per row.
    [[nodiscard]] int64_t columns() const { return columns_; }
    /// Cells between slices.
    [[nodiscard]] int64_t gap() const { return gap_; }
    [[nodiscard]] bool is_padding(uint64_t index) const {
        return padding_ != 0 && index % extent_.x >= extent_.x - padding_;
    }
    /// Flat, without hidden padding between rows.
    [[nodiscard]] bool gapless() const { return flat() && padding_ == 0; }
    /// Visible items per row.
    [[nodiscard]] int64_t row_width() const { return extent_.x - padding_; }

    /// Returns the linear index (x fastest) at a place, or nullopt outside and in gaps.
    [[nodiscard]] std::optional<uint64_t> index_at(CellIndex place) const;
    /// Returns (-1, -1) for items in hidden slices or padding.
    [[nodiscard]] CellIndex place_of(uint64_t index) const;

    /// Number of slices side by side, or 1.
    [[nodiscard]] uint32_t slices() const;
    [[nodiscard]] CellRect slice(uint32_t z) const;

    friend bool operator==(const Plane&, const Plane&) = default;

private:
    static Plane arrange(Dim3 extent, int64_t wrap, uint32_t padding = 0);

    Dim3 extent_;
    uint32_t padding_ = 0; // hidden items at the end of each row
    bool transposed_ = false;
    std::optional<uint32_t> slice_; // the only visible one
    int64_t wrap_ = 0;              // row length of a wrapped line, or 0
    int64_t columns_ = 1;           // slices per row
    int64_t gap_ = 1;               // cells between slices
    int64_t width_ = 1, height_ = 1;
};

/// Fast Plane::place_of for many ascending indices.
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
    /// Returns the number of adjacent items from `index` to the end of its row or padding.
    [[nodiscard]] uint64_t side_by_side(uint64_t index) const {
        const uint64_t rest = length_ - index % length_;
        if (plane_.gapless() || plane_.is_padding(index)) return rest;
        return std::min<uint64_t>(rest, static_cast<uint64_t>(plane_.row_width()) - index % plane_.extent().x);
    }

private:
    const Plane& plane_;
    uint64_t length_;              // adjacent cells per row
    uint64_t begin_ = 0, end_ = 0; // current row
    CellIndex at_;                 // place of the row's first item
};

/// Convert between threads and global indices.
[[nodiscard]] Dim3 global_index(const LaunchConfig& config, metrics::ThreadId thread);
[[nodiscard]] metrics::ThreadId thread_at(const LaunchConfig& config, const Dim3& index);
/// Return a thread's block and number in the block. `thread` must not be 0.
[[nodiscard]] uint64_t block_of(const LaunchConfig& config, metrics::ThreadId thread);
[[nodiscard]] uint32_t thread_in_block(const LaunchConfig& config, metrics::ThreadId thread);
[[nodiscard]] bool owns_cell(const metrics::Ownership& ownership, metrics::ThreadId thread);

/// Fast index_at and place_of for whole maps of a launch; neighbors are mostly in one block.
class LaunchPlaces {
public:
    LaunchPlaces(const LaunchConfig& config, const Plane& plane);

    [[nodiscard]] CellIndex of(metrics::ThreadId thread);
    /// Returns the threads of row `y`, one per cell; 0 in gaps.
    void row(int64_t y, std::span<metrics::ThreadId> threads) const;

private:
    LaunchConfig config_;
    Plane plane_;
    Dim3 extent_;
    uint32_t per_block_;
    metrics::ThreadId first_ = 1, end_ = 1; // range of the last block
    CellIndex corner_;                      // its place on a flat plane
};

/// Returns whether threads have verified places on the output's plane.
[[nodiscard]] bool has_places(const metrics::LaunchMeasurement& launch, const Plane& plane);
/// Returns the thread whose index maps to `place`, also outside the data; 0 if there is none or threads have no places.
[[nodiscard]] metrics::ThreadId placed_thread(const metrics::LaunchMeasurement& launch, const Plane& plane,
                                              CellIndex place);
/// Returns the place that a thread's index maps to.
[[nodiscard]] std::optional<CellIndex> placed_at(const metrics::LaunchMeasurement& launch, const Plane& plane,
                                                 metrics::ThreadId thread);
/// Returns the plane's rectangle extended by idle threads, by at most 4096 cells per side.
[[nodiscard]] CellRect extent_with_surplus(const metrics::LaunchMeasurement& launch, const Plane& plane);

/// Return null if the run has no such maps.
[[nodiscard]] const metrics::CellMaps* output_maps(const session::RunResult& result);
[[nodiscard]] const metrics::CellMaps* input_maps(const session::RunResult& result);
/// Returns the output's owner map, or null if the launch owns nothing.
[[nodiscard]] const metrics::CellArray* owner_map(const session::RunResult& result);
[[nodiscard]] Plane plane_of(const session::RunResult& result, const Content& content);
/// Returns whether input and output cells at equal coordinates correspond, so that owners apply to both. False if
/// shapes differ or blocks read elsewhere (RunResult::input_apart).
[[nodiscard]] bool shapes_match(const session::RunResult& result);

[[nodiscard]] bool exists(const session::RunResult& result, const Content& content);
/// Returns `content` with the output and the main input named as Space::output and Space::input.
[[nodiscard]] Content canonical(const session::RunResult& result, const Content& content);
/// Returns the plan buffer of a content, which must not be launch space or an arrangement.
[[nodiscard]] uint32_t buffer_of(const session::RunResult& result, const Content& content);
[[nodiscard]] const BufferLayout& layout_of(const session::RunResult& result, const Content& content);
/// Returns the contents; `bytes` may be null. Scratch buffers are copied from the run on first use.
[[nodiscard]] HostBuffer contents_of(const session::RunResult& result, const Content& content);
[[nodiscard]] const metrics::CellMaps* maps_of(const session::RunResult& result, const Content& content);
/// Returns whether the experiment declares the content as text.
[[nodiscard]] bool shows_letters(const session::RunResult& result, const Content& content);
/// Returns whether its cells correspond to the output's, as in shapes_match().
[[nodiscard]] bool lines_up(const session::RunResult& result, const Content& content);
/// Returns the thread of each cell: the one that stored it or owns the corresponding output cell. Null without owners.
[[nodiscard]] const metrics::CellArray* threads_of(const session::RunResult& result, const Content& content);

/// A buffer in an arrangement, and its place on the view's plane.
struct Part {
    Content content;
    CellIndex origin;
    CellRect rect; // without idle threads
};
/// Returns the parts of an arrangement, or the content itself.
[[nodiscard]] std::vector<Part> parts_of(const session::RunResult& result, const Content& content);
/// Returns the output within its arrangement, if there is one.
[[nodiscard]] Content arranged_output(const session::RunResult& result);
/// Returns whether the parts are stacked strips.
[[nodiscard]] bool stacked(const std::vector<Part>& parts);
/// Returns the row for the middle part's name, below the part and its idle threads.
[[nodiscard]] int64_t row_of_name(const session::RunResult& result, const Part& middle);
/// Converts a view's state to that of a single part.
[[nodiscard]] ViewState state_of(const ViewState& state, const Part& part);
[[nodiscard]] CellRect extent_of(const session::RunResult& result, const Content& content);
/// Returns a selection's cell on the plane of a content.
[[nodiscard]] std::optional<CellIndex> selected_place(const session::RunResult& result, const Content& content,
                                                      const Selection& selection);

} // namespace warpscope::render
