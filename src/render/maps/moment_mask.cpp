#include "render/maps/moment_mask.hpp"

#include <algorithm>

namespace warpscope::render {

namespace {

/// Adjacent cells with equal bits. Saves memory: a block may read a million cells.
struct CellRun {
    CellIndex place;
    int64_t length = 0;
    uint8_t bits = 0;
};

/// Returns how many of `numbers` from index `from` are consecutive; at most `max`.
size_t without_gap(const std::vector<uint64_t>& numbers, size_t from, size_t max) {
    size_t known = 1, end = max + 1;
    while (known + 1 < end) {
        // Tries the whole row first, then bisects.
        const size_t tried = end > max ? max : known + (end - known) / 2;
        (numbers[from + tried - 1] - numbers[from] == tried - 1 ? known : end) = tried;
    }
    return known;
}

void add_runs(const Plane& plane, const std::vector<uint64_t>& numbers, uint8_t bits, std::vector<CellRun>& out) {
    AscendingPlaces places(plane);
    const CellRect rect = plane.rect();
    for (size_t k = 0; k < numbers.size() && numbers[k] < plane.items();) {
        const CellIndex place = places.of(numbers[k]);
        const auto max = static_cast<size_t>(
            std::min<uint64_t>({numbers.size() - k, places.side_by_side(numbers[k]), plane.items() - numbers[k]}));
        const size_t length = without_gap(numbers, k, max);
        if (rect.contains(place)) out.push_back({place, static_cast<int64_t>(length), bits});
        k += length;
    }
}

FocusMask mask_of_runs(const std::vector<CellRun>& runs) {
    constexpr int64_t max = int64_t{64} << 20;
    if (runs.empty()) return {};
    CellIndex low = runs.front().place, high = low;
    for (const CellRun& run : runs) {
        low = {std::min(low.x, run.place.x), std::min(low.y, run.place.y)};
        high = {std::max(high.x, run.place.x + run.length - 1), std::max(high.y, run.place.y)};
    }
    FocusMask mask{{low.x, low.y, high.x - low.x + 1, high.y - low.y + 1}, {}};
    if (mask.rect.width * mask.rect.height > max) return {};
    mask.bits.resize(static_cast<size_t>(mask.rect.width * mask.rect.height));
    for (const CellRun& run : runs) {
        const auto begin = mask.bits.begin() + (run.place.y - low.y) * mask.rect.width + run.place.x - low.x;
        std::for_each(begin, begin + run.length, [&](uint8_t& bits) { bits |= run.bits; });
    }
    return mask;
}

} // namespace

FocusMask moment_mask(const session::RunResult& result, const MomentCells& moment, const Content& content) {
    const Plane plane = plane_of(result, content);
    const uint32_t buffer = buffer_of(result, content);
    if (buffer >= moment.buffers.size()) return {};
    const MomentCells::Buffer& cells = moment.buffers[buffer];
    std::vector<CellRun> runs;
    // Does not tint written cells if the view shows the values written to them.
    const bool fills = !cells.pending.empty() || cells.all_written == cells.written.size();
    add_runs(plane, cells.read, focus_block, runs);
    if (!fills) add_runs(plane, cells.written, focus_block, runs);
    add_runs(plane, cells.now_read, focus_window, runs);
    add_runs(plane, cells.now_written, focus_written, runs);
    add_runs(plane, cells.pending, focus_pending, runs);
    return mask_of_runs(runs);
}

} // namespace warpscope::render
