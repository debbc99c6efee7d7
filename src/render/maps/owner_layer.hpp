// Builds the shader's input: a key that names each cell's thread, and a byte of marks.
//
// Key: (block + 1) << (thread_bits + 1) | thread in block << 1 | 1 if idle; 0: no thread. thread_bits is at least 5, so
// key >> 6 names a warp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "instrument/layer.hpp"
#include "metrics/on_demand.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/style/level_of_detail.hpp"

namespace warpscope::render {

enum CellMark : uint8_t {
    mark_owned = 1,
    mark_idle = 2,
    mark_diverged = 4,
    mark_partly_idle = 8,
};

/// Considers only branches in `surviving`, if not null.
[[nodiscard]] bool is_diverged(const metrics::LaunchMeasurement& launch, uint64_t warp,
                               const metrics::Probe* surviving);

/// Caches the count per run and probe.
[[nodiscard]] uint64_t diverged_warps(const session::RunResult& result, const metrics::Probe* surviving);
[[nodiscard]] double diverged_share(const session::RunResult& result, const metrics::Probe* surviving);

struct KeyFormat {
    uint32_t thread_bits = 5;

    /// Returns nullopt if keys exceed 32 bits.
    [[nodiscard]] static std::optional<KeyFormat> of(const LaunchConfig& config);
    [[nodiscard]] uint32_t block_shift() const { return thread_bits + 1; }
    [[nodiscard]] uint32_t key(uint64_t block, uint32_t thread, bool is_idle) const {
        return static_cast<uint32_t>((block + 1) << block_shift()) | thread << 1 | (is_idle ? 1u : 0u);
    }
};

/// Thread at each place: every thread in launch space; owners in data; in the output, also idle threads.
class PlaceThreads {
public:
    /// `result` must outlive this.
    PlaceThreads(const session::RunResult& result, const Content& content);

    [[nodiscard]] bool any() const { return launch_space_ || owner_ != nullptr; }
    [[nodiscard]] const Plane& plane() const { return plane_; }
    [[nodiscard]] bool of_output() const { return of_output_; }
    /// Returns whether the thread owns no output cell. Always false if threads add their results to output cells.
    [[nodiscard]] bool is_idle(metrics::ThreadId thread) const;
    [[nodiscard]] const CellRect& rect() const { return rect_; }
    /// Fills `threads` from (x, y) on. In launch space, requires a full row.
    void row(int64_t x, int64_t y, std::span<metrics::ThreadId> threads) const;

private:
    [[nodiscard]] metrics::ThreadId idle_thread_at(CellIndex place) const;

    const metrics::LaunchMeasurement& launch_;
    const metrics::CellArray* owner_;
    bool launch_space_, of_output_, adds_up_, placed_ = false;
    Plane plane_;
    CellRect rect_;
};

/// Returns nullopt if the GPU cannot compute the places.
[[nodiscard]] std::optional<instrument::LayerPlan> layer_plan(const session::RunResult& result,
                                                              const LaunchConfig& config);

class LayerBuilder {
public:
    /// Returns null if keys exceed 32 bits, or if data have neither owners nor unwritten cells. `result` must outlive
    /// the builder. `surviving`: see is_diverged().
    [[nodiscard]] static std::unique_ptr<LayerBuilder>
    create(const session::RunResult& result, const Content& content,
           std::shared_ptr<const metrics::Probe> surviving = nullptr);

    [[nodiscard]] const CellRect& rect() const { return places_.rect(); }
    [[nodiscard]] KeyFormat format() const { return format_; }
    [[nodiscard]] const LaunchConfig& config() const { return launch_.config; }
    [[nodiscard]] const std::shared_ptr<const metrics::Probe>& surviving() const { return surviving_; }

    /// Builds rows [row, row + rows) from rect().y; call in order from 0.
    void build(int64_t row, int64_t rows, std::span<uint32_t> keys, std::span<uint8_t> marks);

    [[nodiscard]] bool keys_may_follow() const;
    /// Returns whether each place (x, y) has thread (x, y) or none, so that the shader can compute the keys.
    [[nodiscard]] bool keys_follow(int64_t row, std::span<const uint32_t> keys, std::span<const uint8_t> marks) const;

    /// Place for a block's number: the largest rectangle in a connected piece of the block.
    struct BlockPiece {
        uint32_t block = 0;
        int32_t left = 0, top = 0, right = 0, bottom = 0;
    };
    /// Returns nothing if there are more than two million pieces.
    [[nodiscard]] std::vector<BlockPiece> take_pieces();
    [[nodiscard]] BlockExtent mean_block_size() const;

private:
    LayerBuilder(const session::RunResult& result, const Content& content, KeyFormat format,
                 std::shared_ptr<const metrics::Probe> surviving);
    void encode(std::span<const metrics::ThreadId> threads, int64_t y, std::span<uint32_t> keys,
                std::span<uint8_t> marks);

    const metrics::LaunchMeasurement& launch_;
    PlaceThreads places_;
    KeyFormat format_;
    std::shared_ptr<const metrics::Probe> surviving_;
    std::vector<metrics::ThreadId> threads_;
    std::vector<uint32_t> previous_row_;
    std::vector<uint32_t> column_keys_;
    struct GrowingPiece {
        uint32_t block = 0;
        int32_t left = 0, top = 0, right = 0, bottom = 0;
        BlockPiece largest;
    };
    void add_run(uint32_t block, int64_t begin, int64_t end, int64_t y);

    std::vector<GrowingPiece> pieces_;
    std::vector<uint32_t> piece_above_;
    bool too_many_pieces_ = false;
    uint64_t cells_ = 0, changes_x_ = 0, changes_y_ = 0;
};

} // namespace warpscope::render
