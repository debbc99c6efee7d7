#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "insight/thread_accesses.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/view_state.hpp"

namespace warpscope::render {

enum FocusBit : uint8_t {
    focus_tile = 1,
    focus_pending = 1, // in masks of a moment: will be accessed later
    focus_halo = 2,
    focus_ghost = 4,      // place outside the data, in the kernel's declared window
    focus_window = 8,     // read by the thread
    focus_written = 16,   // written by the thread
    focus_current = 32,   // accessed in the current step
    focus_block = 64,     // read by a block whose halo is undefined
    focus_interval = 128, // accessed by the block in the interval
};

/// Returns null if the block loads nothing here or its tile does not match the input (RunResult::input_apart).
[[nodiscard]] const metrics::BlockTrace::Halo* halo_of(const session::RunResult& result,
                                                       const metrics::BlockTrace& trace, const Content& content);

/// Returns places outside the data that are covered by declared windows.
[[nodiscard]] std::vector<CellIndex> ghost_places(const session::RunResult& result, const metrics::BlockTrace& trace,
                                                  const Content& content = Space::input);

using insight::accesses_of;
using insight::BufferUse;
using insight::interval_cells;
using insight::IntervalCells;
using insight::ThreadAccesses;
using insight::uses_of;

/// Highlighted thread, its access (index in ThreadAccesses::of()) and barrier interval.
struct FocusThread {
    std::optional<uint32_t> thread, step, interval;
    friend bool operator==(const FocusThread&, const FocusThread&) = default;
};

/// Returns whether the selected thread added its block's sum to the pointed cell. The cell then depends on other
/// threads' loads.
[[nodiscard]] bool merges_partial_sum(const session::RunResult& result, const metrics::BlockTrace& trace,
                                      const Selection& selection);

struct FocusMask {
    CellRect rect;
    std::vector<uint8_t> bits; // empty: nothing to show
    friend bool operator==(const FocusMask&, const FocusMask&) = default;

    [[nodiscard]] uint8_t at(CellIndex place) const {
        if (!rect.contains(place)) return 0;
        return bits[static_cast<size_t>((place.y - rect.y) * rect.width + place.x - rect.x)];
    }
};

/// Returns the smallest mask that has all marked places; empty if too large. `each_marked(visit)`, called twice, must
/// call `visit(place, bits)` for each marked place.
template<typename EachMarked>
[[nodiscard]] FocusMask mask_of(const EachMarked& each_marked) {
    constexpr int64_t max = int64_t{64} << 20;
    CellIndex low{INT64_MAX, INT64_MAX}, high{INT64_MIN, INT64_MIN};
    each_marked([&](const CellIndex& place, uint8_t) {
        low = {std::min(low.x, place.x), std::min(low.y, place.y)};
        high = {std::max(high.x, place.x), std::max(high.y, place.y)};
    });
    if (low.x > high.x) return {};
    FocusMask mask{{low.x, low.y, high.x - low.x + 1, high.y - low.y + 1}, {}};
    if (mask.rect.width * mask.rect.height > max) return {};
    mask.bits.resize(static_cast<size_t>(mask.rect.width * mask.rect.height));
    each_marked([&](const CellIndex& place, uint8_t bits) {
        mask.bits[static_cast<size_t>((place.y - low.y) * mask.rect.width + place.x - low.x)] |= bits;
    });
    return mask;
}
/// Omits accesses after the current step, if any.
[[nodiscard]] FocusMask focus_mask(const session::RunResult& result, const metrics::BlockTrace& trace,
                                   const Content& content, const ThreadAccesses& accesses, const FocusThread& thread);

} // namespace warpscope::render
