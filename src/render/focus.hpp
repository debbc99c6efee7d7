// What is drawn of the block in focus over the input: its tile, its halo, its ghost cells, and the cells that one of
// its threads loads. Knows no OpenGL.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "render/plane.hpp"

namespace warpscope::render {

enum FocusBit : uint8_t {
    focus_tile = 1,
    focus_halo = 2,
    focus_ghost = 4, // declared, not observed
    focus_window = 8,
};

/// The block trace's halo in the buffer that the input view shows; null when it loads nothing from it.
[[nodiscard]] const metrics::BlockTrace::Halo* input_halo(const session::RunResult& result,
                                                          const metrics::BlockTrace& trace);

/// Places outside the data that the declared window of the block's owned cells covers, without duplicates. Empty when
/// the experiment declares no window for this buffer or the data are not flat.
[[nodiscard]] std::vector<CellIndex> ghost_places(const session::RunResult& result, const metrics::BlockTrace& trace);

/// A byte of FocusBits for each cell of a rectangle that holds all of the block's cells.
struct FocusMask {
    CellRect rect;
    std::vector<uint8_t> bits; // rect.width * rect.height; empty when there is nothing to show

    [[nodiscard]] uint8_t at(CellIndex place) const {
        if (!rect.contains(place)) return 0;
        return bits[static_cast<size_t>((place.y - rect.y) * rect.width + place.x - rect.x)];
    }
};

/// `window` holds the cells that get focus_window.
[[nodiscard]] FocusMask focus_mask(const session::RunResult& result, const metrics::BlockTrace& trace,
                                   std::span<const uint64_t> window);

/// The input cells that each thread of a block loads, looked up by thread.
class ThreadWindows {
public:
    ThreadWindows() = default;
    ThreadWindows(const session::RunResult& result, const metrics::BlockTrace& trace);

    /// Cells of the input that thread `thread` of the block loads, in order of loading; may repeat.
    [[nodiscard]] std::span<const uint64_t> of(uint32_t thread) const;

private:
    std::vector<uint64_t> cells_;
    std::vector<size_t> first_; // by thread, one more than there are threads
};

} // namespace warpscope::render
