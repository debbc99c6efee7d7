#include "render/maps/moment_cells.hpp"

#include <algorithm>

namespace warpscope::render {

FocusMask moment_mask(const session::RunResult& result, const MomentCells& moment, const Content& content) {
    const Plane plane = plane_of(result, content);
    const uint32_t buffer = buffer_of(result, content);
    if (buffer >= moment.buffers.size()) return {};
    const MomentCells::Buffer& cells = moment.buffers[buffer];
    std::vector<std::pair<CellIndex, uint8_t>> marked;
    const auto mark = [&](const std::vector<uint64_t>& numbers, uint8_t bit) {
        for (const uint64_t cell : numbers) {
            if (cell >= plane.items()) continue;
            const CellIndex place = plane.place_of(cell);
            if (plane.rect().contains(place)) marked.emplace_back(place, bit);
        }
    };
    mark(cells.read, focus_block);
    // What a store has filled shows by itself; a tint would only change its colour.
    if (cells.pending.empty() && cells.all_written != cells.written.size()) mark(cells.written, focus_block);
    mark(cells.now_read, focus_window);
    mark(cells.now_written, focus_written);
    mark(cells.pending, focus_pending);
    return mask_of(marked);
}

} // namespace warpscope::render
