// Shader input from a run's measurements: a key that names the thread of each cell, and a byte of marks. Without
// OpenGL.
//
// Key: (block + 1) << (thread_bits + 1) | thread in block << 1 | 1 if the thread owns no cell; 0: no thread.
// thread_bits is at least 5, so that key >> 6 names a warp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "instrument/layer.hpp"
#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

enum CellMark : uint8_t {
    mark_owned = 1,
    mark_surplus = 2, // idle thread
    mark_diverged = 4,
    mark_partly_idle = 8,
};

struct KeyFormat {
    uint32_t thread_bits = 5;

    /// Returns nullopt if 32-bit keys cannot name all threads (beyond about two billion).
    [[nodiscard]] static std::optional<KeyFormat> of(const LaunchConfig& config);
    [[nodiscard]] uint32_t block_shift() const { return thread_bits + 1; }
    [[nodiscard]] uint32_t key(uint64_t block, uint32_t thread, bool surplus) const {
        return static_cast<uint32_t>((block + 1) << block_shift()) | thread << 1 | (surplus ? 1u : 0u);
    }
};

/// Threads at the places of a content. Launch space: all threads. Buffers: the cells' owners, and idle threads where
/// the buffer corresponds to the output.
class PlaceThreads {
public:
    /// `result` must outlive this.
    PlaceThreads(const session::RunResult& result, const Content& content);

    [[nodiscard]] bool any() const { return launch_space_ || owner_ != nullptr; }
    [[nodiscard]] const Plane& plane() const { return plane_; }
    /// Returns whether owners are those of the output, so that threads without a cell are idle.
    [[nodiscard]] bool of_output() const { return of_output_; }
    /// Returns whether the thread is idle. False for outputs that threads add to, which have no owners.
    [[nodiscard]] bool is_surplus(metrics::ThreadId thread) const;
    /// Returns the plane, extended by idle threads over the output.
    [[nodiscard]] const CellRect& rect() const { return rect_; }
    /// Sets the threads at [x, x + threads.size()) of row `y`; 0: none. In launch space, asks for whole rows only.
    void row(int64_t x, int64_t y, std::span<metrics::ThreadId> threads) const;

private:
    [[nodiscard]] metrics::ThreadId surplus_at(CellIndex place) const;

    const metrics::LaunchMeasurement& launch_;
    const metrics::CellArray* owner_; // null in launch space and without owners
    bool launch_space_, of_output_, adds_up_, placed_ = false;
    Plane plane_;
    CellRect rect_;
};

/// Returns the plan by which the GPU makes the output's layer (instrument/layer.hpp) for this kernel launched as
/// `config`, with idle threads as in `result`. nullopt if the output is not flat or unowned, or places must be computed
/// on the host.
[[nodiscard]] std::optional<instrument::LayerPlan> layer_plan(const session::RunResult& result,
                                                              const LaunchConfig& config);

/// Builds the key and mark maps of a content row by row.
class LayerBuilder {
public:
    /// `result` must outlive the builder. Returns null if keys do not fit or no cell has an owner.
    [[nodiscard]] static std::unique_ptr<LayerBuilder> create(const session::RunResult& result, const Content& content);

    /// Returns the covered cells: the plane, extended by idle threads in data space.
    [[nodiscard]] const CellRect& rect() const { return places_.rect(); }
    [[nodiscard]] KeyFormat format() const { return format_; }
    [[nodiscard]] const LaunchConfig& config() const { return launch_.config; }

    /// Builds rows [row, row + rows) from rect().y on; spans hold rows * rect().width entries. Call in order from row
    /// 0, because it also collects statistics.
    void build(int64_t row, int64_t rows, std::span<uint32_t> keys, std::span<uint8_t> marks);

    /// Returns whether keys_follow() may be true.
    [[nodiscard]] bool keys_may_follow() const;
    /// Returns whether all keys in rows from build() follow from places and marks: thread (x, y) at place (x, y), or 0
    /// without mark. If so for all rows, keys need not be stored.
    [[nodiscard]] bool keys_follow(int64_t row, std::span<const uint32_t> keys, std::span<const uint8_t> marks) const;

    /// A connected piece of a block's cells, as its largest rectangle of consecutive rows, for the block's number.
    /// Blocks of a volume have a piece per slice.
    struct BlockPiece {
        uint32_t block = 0;                               // linear index
        int32_t left = 0, top = 0, right = 0, bottom = 0; // inclusive
    };
    /// Returns the pieces; empty if more than two million, whose numbers would be unreadable.
    [[nodiscard]] std::vector<BlockPiece> take_pieces();
    /// Returns the mean run length of a block's cells along x and y, which decides whether borders are visible.
    [[nodiscard]] Point mean_block_size() const;

private:
    LayerBuilder(const session::RunResult& result, const Content& content, KeyFormat format);
    void encode(std::span<const metrics::ThreadId> threads, int64_t y, std::span<uint32_t> keys,
                std::span<uint8_t> marks);

    const metrics::LaunchMeasurement& launch_;
    PlaceThreads places_;
    KeyFormat format_;
    std::vector<metrics::ThreadId> threads_;
    std::vector<uint32_t> previous_row_;
    std::vector<uint32_t> column_keys_; // key offset of each column
    /// A piece under construction: the current rectangle and the largest so far.
    struct GrowingPiece {
        uint32_t block = 0;
        int32_t left = 0, top = 0, right = 0, bottom = 0;
        BlockPiece largest;
    };
    void add_run(uint32_t block, int64_t begin, int64_t end, int64_t y);

    std::vector<GrowingPiece> pieces_;
    std::vector<uint32_t> piece_above_; // piece at each column of the previous row
    bool too_many_pieces_ = false;
    uint64_t cells_ = 0, changes_x_ = 0, changes_y_ = 0;
};

} // namespace warpscope::render
