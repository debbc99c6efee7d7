// What is drawn of the block in focus over a buffer: its tile, its halo, its ghost cells, and the cells that the block
// and one of its threads read and write. Knows no OpenGL.
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
    focus_pending = 1, // in the mask of a moment, which has no tile: the block will store it, and has not yet
    focus_halo = 2,
    focus_ghost = 4,      // declared, not observed
    focus_window = 8,     // read by the thread
    focus_written = 16,   // written by the thread
    focus_current = 32,   // by the access that the user stepped to
    focus_block = 64,     // read by the block, of buffers that have no halo
    focus_interval = 128, // read or written by the block in the barrier interval that the user chose
};

/// The block trace's halo in a buffer; null when it loads nothing from it, and where its tile would be that of other
/// cells (RunResult::input_apart).
[[nodiscard]] const metrics::BlockTrace::Halo* halo_of(const session::RunResult& result,
                                                       const metrics::BlockTrace& trace, const Content& content);

/// Places outside the data that the declared window of the block's owned cells covers, without duplicates. Empty when
/// the experiment declares no window for this buffer or the data are not flat.
[[nodiscard]] std::vector<CellIndex> ghost_places(const session::RunResult& result, const metrics::BlockTrace& trace,
                                                  const Content& content = Space::input);

/// What the threads of a block do to the buffers of the plan, looked up by thread.
class ThreadAccesses {
public:
    ThreadAccesses() = default;
    ThreadAccesses(const session::RunResult& result, const metrics::BlockTrace& trace);

    /// Numbers in the trace's `accesses`, in order of time.
    [[nodiscard]] std::span<const uint32_t> of(uint32_t thread) const;
    /// How many it makes to shared and local memory, which are in no buffer.
    [[nodiscard]] uint64_t elsewhere(uint32_t thread) const;
    /// Distinct cells of a buffer that the block loads, ascending.
    [[nodiscard]] std::span<const uint64_t> loaded(uint32_t buffer) const;

private:
    std::vector<uint32_t> accesses_;
    std::vector<size_t> first_;       // by thread, one more than there are threads
    std::vector<uint64_t> elsewhere_; // by thread
    std::vector<std::vector<uint64_t>> loaded_;
};

/// The accesses of a run's trace; those asked for last are kept, because panels ask in every frame.
[[nodiscard]] const ThreadAccesses& accesses_of(const session::RunResult& result, const metrics::BlockTrace& trace);

/// What the block does to one buffer in one interval between barriers.
struct IntervalCells {
    std::vector<uint64_t> cells;    // distinct, ascending
    uint64_t read = 0, written = 0; // of them
};
/// By buffer of the plan; that of the interval asked for last is kept.
[[nodiscard]] const std::vector<IntervalCells>& interval_cells(const session::RunResult& result,
                                                               const metrics::BlockTrace& trace, uint32_t interval);

/// How many distinct cells of one buffer a thread reads and writes.
struct BufferUse {
    uint32_t buffer = 0;
    uint64_t loads = 0, stores = 0, atomics = 0; // accesses
    uint64_t read = 0, written = 0;              // distinct cells; an atomic does both
};
/// By buffer, those that `thread` touches.
[[nodiscard]] std::vector<BufferUse> uses_of(const metrics::BlockTrace& trace, const ThreadAccesses& accesses,
                                             uint32_t thread);

/// The thread of the block whose accesses are marked, and the one of them that stands out, by its number in
/// ThreadAccesses::of(); the barrier interval whose cells stand out.
struct FocusThread {
    std::optional<uint32_t> thread, step, interval;
    friend bool operator==(const FocusThread&, const FocusThread&) = default;
};

/// A byte of FocusBits for each cell of a rectangle that holds all of the block's cells.
struct FocusMask {
    CellRect rect;
    std::vector<uint8_t> bits; // rect.width * rect.height; empty when there is nothing to show
    friend bool operator==(const FocusMask&, const FocusMask&) = default;

    [[nodiscard]] uint8_t at(CellIndex place) const {
        if (!rect.contains(place)) return 0;
        return bits[static_cast<size_t>((place.y - rect.y) * rect.width + place.x - rect.x)];
    }
};

/// Returns the smallest mask that holds the marked places, each with all bits that it is marked with; empty where that
/// would be too many cells. `each_marked(visit)` calls `visit(place, bits)` for each of them, and is called twice.
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
/// On the plane of `content`. Up to the step only, when there is one.
[[nodiscard]] FocusMask focus_mask(const session::RunResult& result, const metrics::BlockTrace& trace,
                                   const Content& content, const ThreadAccesses& accesses, const FocusThread& thread);

} // namespace warpscope::render
