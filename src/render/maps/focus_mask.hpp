// Cells marked for the block in focus: tile, halo, ghost cells, and accesses of the block and one thread. Without
// OpenGL.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

enum FocusBit : uint8_t {
    focus_tile = 1,
    focus_pending = 1, // only in masks of a moment: not stored yet
    focus_halo = 2,
    focus_ghost = 4,      // declared, not observed
    focus_window = 8,     // read by the thread
    focus_written = 16,   // written by the thread
    focus_current = 32,   // accessed in the current step
    focus_block = 64,     // read by the block, for buffers without halo
    focus_interval = 128, // accessed by the block in the chosen barrier interval
};

/// Returns the block's halo in a buffer; null without loads, or if its tile would belong to other cells
/// (RunResult::input_apart).
[[nodiscard]] const metrics::BlockTrace::Halo* halo_of(const session::RunResult& result,
                                                       const metrics::BlockTrace& trace, const Content& content);

/// Returns places outside the data in the declared windows of the block's cells, each once. Empty if the buffer has no
/// declared window or is not flat.
[[nodiscard]] std::vector<CellIndex> ghost_places(const session::RunResult& result, const metrics::BlockTrace& trace,
                                                  const Content& content = Space::input);

/// A block's accesses to the plan's buffers, indexed by thread.
class ThreadAccesses {
public:
    ThreadAccesses() = default;
    ThreadAccesses(const session::RunResult& result, const metrics::BlockTrace& trace);

    /// Returns indices in the trace's `accesses`, in time order.
    [[nodiscard]] std::span<const uint32_t> of(uint32_t thread) const;
    /// Returns the number of accesses to shared and local memory.
    [[nodiscard]] uint64_t elsewhere(uint32_t thread) const;
    /// Returns the distinct loaded cells of a buffer, ascending.
    [[nodiscard]] std::span<const uint64_t> loaded(uint32_t buffer) const;

private:
    std::vector<uint32_t> accesses_;
    std::vector<size_t> first_;       // one more entry than threads
    std::vector<uint64_t> elsewhere_; // indexed by thread
    std::vector<std::vector<uint64_t>> loaded_;
};

/// Returns the accesses in a trace, cached because panels ask every frame.
[[nodiscard]] const ThreadAccesses& accesses_of(const session::RunResult& result, const metrics::BlockTrace& trace);

/// A block's accesses to a buffer in one barrier interval.
struct IntervalCells {
    std::vector<uint64_t> cells;    // distinct, ascending
    uint64_t read = 0, written = 0; // number of distinct cells
};
/// Returns the accesses by plan buffer; caches the latest interval.
[[nodiscard]] const std::vector<IntervalCells>& interval_cells(const session::RunResult& result,
                                                               const metrics::BlockTrace& trace, uint32_t interval);

/// A thread's accesses to one buffer.
struct BufferUse {
    uint32_t buffer = 0;
    uint64_t loads = 0, stores = 0, atomics = 0; // accesses
    uint64_t read = 0, written = 0;              // distinct cells; an atomic counts as both
};
/// Returns the use of each buffer that `thread` accesses.
[[nodiscard]] std::vector<BufferUse> uses_of(const metrics::BlockTrace& trace, const ThreadAccesses& accesses,
                                             uint32_t thread);

/// Highlighted thread, its highlighted access (index in ThreadAccesses::of()), and highlighted barrier interval.
struct FocusThread {
    std::optional<uint32_t> thread, step, interval;
    friend bool operator==(const FocusThread&, const FocusThread&) = default;
};

/// FocusBits for each cell of a bounding rectangle.
struct FocusMask {
    CellRect rect;
    std::vector<uint8_t> bits; // rect.width * rect.height; empty: nothing to show
    friend bool operator==(const FocusMask&, const FocusMask&) = default;

    [[nodiscard]] uint8_t at(CellIndex place) const {
        if (!rect.contains(place)) return 0;
        return bits[static_cast<size_t>((place.y - rect.y) * rect.width + place.x - rect.x)];
    }
};

/// Returns the smallest mask with all marked places; empty if too large. `each_marked(visit)` calls `visit(place,
/// bits)` for each place and is called twice.
template<typename EachMarked>
[[nodiscard]] FocusMask mask_of(const EachMarked& each_marked) {
    constexpr int64_t most = int64_t{64} << 20; // cells
    CellIndex low{INT64_MAX, INT64_MAX}, high{INT64_MIN, INT64_MIN};
    each_marked([&](const CellIndex& place, uint8_t) {
        low = {std::min(low.x, place.x), std::min(low.y, place.y)};
        high = {std::max(high.x, place.x), std::max(high.y, place.y)};
    });
    if (low.x > high.x) return {};
    FocusMask mask{{low.x, low.y, high.x - low.x + 1, high.y - low.y + 1}, {}};
    if (mask.rect.width * mask.rect.height > most) return {};
    mask.bits.resize(static_cast<size_t>(mask.rect.width * mask.rect.height));
    each_marked([&](const CellIndex& place, uint8_t bits) {
        mask.bits[static_cast<size_t>((place.y - low.y) * mask.rect.width + place.x - low.x)] |= bits;
    });
    return mask;
}
/// Returns the mask on the plane of `content`, up to the current step if there is one.
[[nodiscard]] FocusMask focus_mask(const session::RunResult& result, const metrics::BlockTrace& trace,
                                   const Content& content, const ThreadAccesses& accesses, const FocusThread& thread);

} // namespace warpscope::render
