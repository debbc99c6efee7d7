#include "render/maps/moment_cells.hpp"

#include <algorithm>

namespace warpscope::render {

FocusMask moment_mask(const session::RunResult& result, const MomentCells& moment, const Content& content) {
    constexpr int64_t most = int64_t{64} << 20;
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
    if (marked.empty()) return {};
    CellIndex low = marked.front().first, high = low;
    for (const auto& [place, bit] : marked) {
        low = {std::min(low.x, place.x), std::min(low.y, place.y)};
        high = {std::max(high.x, place.x), std::max(high.y, place.y)};
    }
    FocusMask mask{{low.x, low.y, high.x - low.x + 1, high.y - low.y + 1}, {}};
    if (mask.rect.width * mask.rect.height > most) return {};
    mask.bits.resize(static_cast<size_t>(mask.rect.width * mask.rect.height));
    for (const auto& [place, bit] : marked)
        mask.bits[static_cast<size_t>((place.y - low.y) * mask.rect.width + place.x - low.x)] |= bit;
    return mask;
}

} // namespace warpscope::render
