// Turns a run's measurements into what the shader reads, row by row: one key per cell that names its thread, and one
// byte of marks per cell. Knows no OpenGL, so that it can be tested on its own.
//
// Key: (block + 1) << (thread_bits + 1) | thread in block << 1 | 1 if the thread owns no cell. 0: none. thread_bits
// is at least 5, so that key >> 6 names a warp.
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
    mark_surplus = 2, // a thread lies here that owns nothing
    mark_diverged = 4,
    mark_partly_idle = 8,
};

struct KeyFormat {
    uint32_t thread_bits = 5;

    /// None when the launch has more threads than 32-bit keys can name (about two billion).
    [[nodiscard]] static std::optional<KeyFormat> of(const LaunchConfig& config);
    [[nodiscard]] uint32_t block_shift() const { return thread_bits + 1; }
    [[nodiscard]] uint32_t key(uint64_t block, uint32_t thread, bool surplus) const {
        return static_cast<uint32_t>((block + 1) << block_shift()) | thread << 1 | (surplus ? 1u : 0u);
    }
};

/// Who stands at the places of a content: in launch space every thread, over a buffer the owners of its cells and,
/// where it lines up with the output, surplus threads where their index points.
class PlaceThreads {
public:
    /// `result` must outlive this.
    PlaceThreads(const session::RunResult& result, const Content& content);

    /// Returns whether a thread stands there.
    [[nodiscard]] bool any() const { return launch_space_ || owner_ != nullptr; }
    [[nodiscard]] const Plane& plane() const { return plane_; }
    /// Owners are those of the output: threads without a cell of it are surplus.
    [[nodiscard]] bool of_output() const { return of_output_; }
    /// Returns whether it owns no cell of the output although it could: where threads add up in cells, none could.
    [[nodiscard]] bool is_surplus(metrics::ThreadId thread) const;
    /// The plane, over the output's grown by the places of surplus threads.
    [[nodiscard]] const CellRect& rect() const { return rect_; }
    /// The threads at the places [x, x + threads.size()) of row `y`; 0: none. In launch space x must be 0 and all of
    /// the row be asked for.
    void row(int64_t x, int64_t y, std::span<metrics::ThreadId> threads) const;

private:
    [[nodiscard]] metrics::ThreadId surplus_at(CellIndex place) const;

    const metrics::LaunchMeasurement& launch_;
    const metrics::CellArray* owner_; // null in launch space, and where no cell has an owner
    bool launch_space_, of_output_, adds_up_, placed_ = false;
    Plane plane_;
    CellRect rect_;
};

/// How the GPU makes the layer of the output by itself (instrument/layer.hpp), of the same kernel launched as `config`
/// says; surplus threads are taken to stand as they do in `result`. None when the output is not flat, nothing is owned,
/// or threads have places that only the host can work out.
[[nodiscard]] std::optional<instrument::LayerPlan> layer_plan(const session::RunResult& result,
                                                              const LaunchConfig& config);

/// Makes the rows of the key and mark maps of one content: a buffer, or launch space.
class LayerBuilder {
public:
    /// `result` must outlive the builder. None when keys do not fit, or in data space when nothing is owned.
    [[nodiscard]] static std::unique_ptr<LayerBuilder> create(const session::RunResult& result, const Content& content);

    /// The cells the maps cover: the plane, in data space grown by the places of surplus threads.
    [[nodiscard]] const CellRect& rect() const { return places_.rect(); }
    [[nodiscard]] KeyFormat format() const { return format_; }
    [[nodiscard]] const LaunchConfig& config() const { return launch_.config; }

    /// Makes rows [row, row + rows) counted from rect().y; both spans hold rows * rect().width entries. Rows must be
    /// asked for in order from 0, because statistics are collected on the way.
    void build(int64_t row, int64_t rows, std::span<uint32_t> keys, std::span<uint8_t> marks);

    /// Returns whether keys may follow from places and marks: see keys_follow().
    [[nodiscard]] bool keys_may_follow() const;
    /// Returns whether every key of these rows is what place and mark say: 0 where none is, else that of the launch's
    /// thread (x, y) at the place (x, y). Where all rows are like that, the keys need not be kept. Rows are as for
    /// build().
    [[nodiscard]] bool keys_follow(int64_t row, std::span<const uint32_t> keys, std::span<const uint8_t> marks) const;

    /// A piece of a block's cells that hangs together from row to row, by the largest rectangle of it that consecutive
    /// rows make: where the block's number is written. A block at the end of wrapped data ends within a row, and one of
    /// a volume has a piece in each slice.
    struct BlockPiece {
        uint32_t block = 0;                               // linear index
        int32_t left = 0, top = 0, right = 0, bottom = 0; // inclusive
    };
    /// Empty where there are more than two million, whose numbers could not be read.
    [[nodiscard]] std::vector<BlockPiece> take_pieces();
    /// Mean length in cells of a run of cells of one block, along x and along y: what decides whether borders fit on
    /// the screen.
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
    std::vector<uint32_t> column_keys_; // what a column adds to the key of its row's first thread
    /// While rows are being added: the rectangle that the last row belongs to, and the largest so far.
    struct GrowingPiece {
        uint32_t block = 0;
        int32_t left = 0, top = 0, right = 0, bottom = 0;
        BlockPiece largest;
    };
    void add_run(uint32_t block, int64_t begin, int64_t end, int64_t y);

    std::vector<GrowingPiece> pieces_;
    std::vector<uint32_t> piece_above_; // in each column of the previous row, where it had a block
    bool too_many_pieces_ = false;
    uint64_t cells_ = 0, changes_x_ = 0, changes_y_ = 0;
};

} // namespace warpscope::render
