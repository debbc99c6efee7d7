#include "render/maps/moment_cells.hpp"

namespace warpscope::render {

FocusMask moment_mask(const session::RunResult& result, const MomentCells& moment, const Content& content) {
    const Plane plane = plane_of(result, content);
    const uint32_t buffer = buffer_of(result, content);
    if (buffer >= moment.buffers.size()) return {};
    const MomentCells::Buffer& cells = moment.buffers[buffer];
    const CellRect rect = plane.rect();
    const auto mark = [&](const std::vector<uint64_t>& numbers, uint8_t bits, const auto& visit) {
        AscendingPlaces places(plane);
        for (const uint64_t cell : numbers) {
            if (cell >= plane.items()) break;
            const CellIndex place = places.of(cell);
            if (rect.contains(place)) visit(place, bits);
        }
    };
    // What a store has filled shows by itself; a tint would only change its colour.
    const bool fills = !cells.pending.empty() || cells.all_written == cells.written.size();
    return mask_of([&](const auto& visit) {
        mark(cells.read, focus_block, visit);
        if (!fills) mark(cells.written, focus_block, visit);
        mark(cells.now_read, focus_window, visit);
        mark(cells.now_written, focus_written, visit);
        mark(cells.pending, focus_pending, visit);
    });
}

} // namespace warpscope::render
