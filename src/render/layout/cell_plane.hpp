// Where things lie on the plane of a view: the cells of a buffer, the threads of a launch, and the threads beyond the
// edge of the data.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "render/view.hpp"

namespace warpscope::render {

/// A rectangle of cells [x, x + width) x [y, y + height).
struct CellRect {
    int64_t x = 0, y = 0, width = 0, height = 0;

    [[nodiscard]] bool contains(CellIndex c) const {
        return c.x >= x && c.y >= y && c.x < x + width && c.y < y + height;
    }
    friend bool operator==(const CellRect&, const CellRect&) = default;
};

/// A box of width x height x depth items laid out on a plane: as it is when flat, wrapped into rows when it is one long
/// line, as slices side by side, a little apart, when it is deep.
class Plane {
public:
    /// `period`: row length that a wrapped line should keep to, such as the threads of a block; 0: none. `strips`: how
    /// many such planes share a view, one below the other.
    /// `padding`: so many items at the end of each row are left out.
    [[nodiscard]] static Plane of_data(const Shape& shape, Lay lay = Lay::natural, uint32_t slice = 0,
                                       uint64_t period = 0, size_t strips = 1, uint32_t padding = 0);
    /// The number of the first item of a row of a line that is longer than the rows are.
    [[nodiscard]] std::optional<uint64_t> first_of_row(int64_t row) const {
        return wrap_ > 1 && row >= 0 && row < height_ ? std::optional(static_cast<uint64_t>(row * wrap_))
                                                      : std::nullopt;
    }
    /// Items are threads by their global index (blockIdx * blockDim + threadIdx in each dimension).
    [[nodiscard]] static Plane of_launch(const LaunchConfig& config);

    [[nodiscard]] int64_t width() const { return width_; }
    [[nodiscard]] int64_t height() const { return height_; }
    [[nodiscard]] uint64_t items() const { return extent_.count(); }
    [[nodiscard]] CellRect rect() const { return {0, 0, width_, height_}; }
    /// Flat: the plane's x and y are the item's own.
    [[nodiscard]] bool flat() const { return wrap_ == 0 && extent_.z == 1 && !transposed_; }
    /// One line, wrapped into rows of width() items.
    [[nodiscard]] bool wrapped() const { return wrap_ != 0; }
    /// Of all items, before they are laid out; with the padding.
    [[nodiscard]] const Dim3& extent() const { return extent_; }
    [[nodiscard]] bool transposed() const { return transposed_; }
    /// Slices beside each other.
    [[nodiscard]] int64_t columns() const { return columns_; }
    /// Cells between slices, in both directions.
    [[nodiscard]] int64_t gap() const { return gap_; }
    /// Returns whether the item is in a row's padding.
    [[nodiscard]] bool is_padding(uint64_t index) const {
        return padding_ != 0 && index % extent_.x >= extent_.x - padding_;
    }
    /// Flat, with nothing between one row and the next.
    [[nodiscard]] bool gapless() const { return flat() && padding_ == 0; }
    /// Items of a row that are shown: all but its padding.
    [[nodiscard]] int64_t row_width() const { return extent_.x - padding_; }

    /// Linear index (x fastest) of the item at a place; none outside and in gaps.
    [[nodiscard]] std::optional<uint64_t> index_at(CellIndex place) const;
    /// Of an item in another slice than the one shown, or in the padding: beyond the plane.
    [[nodiscard]] CellIndex place_of(uint64_t index) const;

    /// How many slices lie side by side; 1 where there is nothing beside anything.
    [[nodiscard]] uint32_t slices() const;
    /// The place of one of them.
    [[nodiscard]] CellRect slice(uint32_t z) const;

    friend bool operator==(const Plane&, const Plane&) = default;

private:
    static Plane arrange(Dim3 extent, int64_t wrap, uint32_t padding = 0);

    Dim3 extent_;
    uint32_t padding_ = 0; // items at the end of each row that are not shown
    bool transposed_ = false;
    std::optional<uint32_t> slice_; // the only one shown
    int64_t wrap_ = 0;              // row length of a wrapped line; 0: not wrapped
    int64_t columns_ = 1;           // slices beside each other
    int64_t gap_ = 1;               // cells between them
    int64_t width_ = 1, height_ = 1;
};

/// Plane::place_of for a million cells that are asked for in ascending order: divides only where a row begins.
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
    /// How many items from one on lie side by side, itself included; those of a row's padding beyond the plane.
    [[nodiscard]] uint64_t side_by_side(uint64_t index) const {
        const uint64_t rest = length_ - index % length_;
        if (plane_.gapless() || plane_.is_padding(index)) return rest;
        return std::min<uint64_t>(rest, static_cast<uint64_t>(plane_.row_width()) - index % plane_.extent().x);
    }

private:
    const Plane& plane_;
    uint64_t length_;              // cells that lie side by side in a row
    uint64_t begin_ = 0, end_ = 0; // of the row of the cell before
    CellIndex at_;                 // where that row begins
};

/// A thread's global index in x, y, z and the other way round.
[[nodiscard]] Dim3 global_index(const LaunchConfig& config, metrics::ThreadId thread);
[[nodiscard]] metrics::ThreadId thread_at(const LaunchConfig& config, const Dim3& index);
/// ThreadId's block (linear) and number in the block. `thread` must not be 0.
[[nodiscard]] uint64_t block_of(const LaunchConfig& config, metrics::ThreadId thread);
[[nodiscard]] uint32_t thread_in_block(const LaunchConfig& config, metrics::ThreadId thread);
[[nodiscard]] bool owns_cell(const metrics::Ownership& ownership, metrics::ThreadId thread);

/// Where the threads of a launch lie on its plane: index_at and place_of of view.hpp for whole maps, quick because
/// neighbours are mostly of one block.
class LaunchPlaces {
public:
    LaunchPlaces(const LaunchConfig& config, const Plane& plane);

    [[nodiscard]] CellIndex of(metrics::ThreadId thread);
    /// Threads of row `y`, one for each cell of the plane's width; 0 in gaps.
    void row(int64_t y, std::span<metrics::ThreadId> threads) const;

private:
    LaunchConfig config_;
    Plane plane_;
    Dim3 extent_;
    uint32_t per_block_;
    metrics::ThreadId first_ = 1, end_ = 1; // of the block asked for last, and the one after it
    CellIndex corner_;                      // of that block on a flat plane
};

/// Returns whether threads have verified places on `plane`, the plane of the output.
[[nodiscard]] bool has_places(const metrics::LaunchMeasurement& launch, const Plane& plane);
/// The thread whose index points at `place` of the output's plane, also beyond its edge; 0 when there is none or when
/// threads have no places.
[[nodiscard]] metrics::ThreadId placed_thread(const metrics::LaunchMeasurement& launch, const Plane& plane,
                                              CellIndex place);
/// Where `thread`'s index points.
[[nodiscard]] std::optional<CellIndex> placed_at(const metrics::LaunchMeasurement& launch, const Plane& plane,
                                                 metrics::ThreadId thread);
/// The plane's rectangle, grown by the places of threads beyond its edge (by at most 4096 cells on each side).
[[nodiscard]] CellRect extent_with_surplus(const metrics::LaunchMeasurement& launch, const Plane& plane);

/// The parts of a run that views show. Null where the run has no such thing.
[[nodiscard]] const metrics::CellMaps* output_maps(const session::RunResult& result);
[[nodiscard]] const metrics::CellMaps* input_maps(const session::RunResult& result);
/// The output's owner map with one entry per cell; null when the launch owns nothing.
[[nodiscard]] const metrics::CellArray* owner_map(const session::RunResult& result);
[[nodiscard]] Plane plane_of(const session::RunResult& result, const Content& content);
/// Returns whether input and output cells at the same coordinates correspond: owners of one then mean something on the
/// other. Not where shapes differ, and not where blocks were seen to read elsewhere (RunResult::input_apart).
[[nodiscard]] bool shapes_match(const session::RunResult& result);

/// Returns whether the run has such a content at all.
[[nodiscard]] bool exists(const session::RunResult& result, const Content& content);
/// `content` by its shortest name: a buffer that is the output or the main input becomes Space::output or Space::input.
[[nodiscard]] Content canonical(const session::RunResult& result, const Content& content);
/// The buffer that a content shows, by its index in the plan. Not for launch space and arrangements.
[[nodiscard]] uint32_t buffer_of(const session::RunResult& result, const Content& content);
[[nodiscard]] const BufferLayout& layout_of(const session::RunResult& result, const Content& content);
/// What it shows; `bytes` may be null when the run has no such thing. Contents of scratch buffers are copied out of the
/// run when they are asked for first.
[[nodiscard]] HostBuffer contents_of(const session::RunResult& result, const Content& content);
[[nodiscard]] const metrics::CellMaps* maps_of(const session::RunResult& result, const Content& content);
/// Returns whether the experiment declares that the content's bytes are letters.
[[nodiscard]] bool shows_letters(const session::RunResult& result, const Content& content);
/// Returns whether its cells correspond to the output's, as in shapes_match().
[[nodiscard]] bool lines_up(const session::RunResult& result, const Content& content);
/// Whose each of its cells is: who stored it, or who owns the output cell it corresponds to. Null when they have no
/// owner.
[[nodiscard]] const metrics::CellArray* threads_of(const session::RunResult& result, const Content& content);

/// One of the buffers that a view shows edge to edge, and where its plane begins on the view's plane.
struct Part {
    Content content;
    CellIndex origin;
    CellRect rect; // on the view's plane, without surplus threads
};
/// The parts of an arrangement; of any other content the content itself.
[[nodiscard]] std::vector<Part> parts_of(const session::RunResult& result, const Content& content);
/// The output as an arrangement shows it; where the run has none, by itself.
[[nodiscard]] Content arranged_output(const session::RunResult& result);
/// Returns whether the parts are strips, one below the other.
[[nodiscard]] bool stacked(const std::vector<Part>& parts);
/// Where the name of an arrangement's middle part is written: the row below it and below blocks that reach beyond it.
[[nodiscard]] int64_t row_of_name(const session::RunResult& result, const Part& middle);
/// The state of a view as that of one which shows the part alone.
[[nodiscard]] ViewState state_of(const ViewState& state, const Part& part);
/// The rectangle that holds all parts.
[[nodiscard]] CellRect extent_of(const session::RunResult& result, const Content& content);
/// A selection's cell on the plane of a content; none when it is not there.
[[nodiscard]] std::optional<CellIndex> selected_place(const session::RunResult& result, const Content& content,
                                                      const Selection& selection);

} // namespace warpscope::render
