#include "render/focus.hpp"

#include <algorithm>

namespace warpscope::render {

const metrics::BlockTrace::Halo* input_halo(const session::RunResult& result, const metrics::BlockTrace& trace) {
    for (const metrics::BlockTrace::Halo& halo : trace.halos)
        if (halo.buffer == result.prepared.input_buffer) return &halo;
    return nullptr;
}

std::vector<CellIndex> ghost_places(const session::RunResult& result, const metrics::BlockTrace& trace) {
    const auto& window = result.prepared.window;
    const metrics::BlockTrace::Halo* halo = input_halo(result, trace);
    const Plane plane = plane_of(result, Space::input);
    if (!window || window->buffer != result.prepared.input_buffer || halo == nullptr || !plane.flat()) return {};
    const CellRect data{0, 0, plane.width(), plane.height()};
    std::vector<CellIndex> places;
    for (const uint64_t cell : halo->tile) {
        const CellIndex c = plane.place_of(cell);
        const CellIndex low{c.x - window->left, c.y - window->up}, high{c.x + window->right, c.y + window->down};
        if (data.contains(low) && data.contains(high)) continue;
        for (int64_t y = low.y; y <= high.y; ++y)
            for (int64_t x = low.x; x <= high.x; ++x)
                if (!data.contains({x, y})) places.push_back({x, y});
    }
    std::sort(places.begin(), places.end(),
              [](const CellIndex& a, const CellIndex& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

FocusMask focus_mask(const session::RunResult& result, const metrics::BlockTrace& trace,
                     std::span<const uint64_t> window) {
    constexpr int64_t most = int64_t{64} << 20;
    const Plane plane = plane_of(result, Space::input);
    const metrics::BlockTrace::Halo* halo = input_halo(result, trace);
    std::vector<std::pair<CellIndex, uint8_t>> marked;
    const auto mark = [&](std::span<const uint64_t> cells, uint8_t bit) {
        for (const uint64_t cell : cells)
            if (cell < plane.items()) marked.emplace_back(plane.place_of(cell), bit);
    };
    if (halo != nullptr && halo->defined) {
        mark(halo->tile, focus_tile);
        mark(halo->cells, focus_halo);
    }
    mark(window, focus_window);
    for (const CellIndex& place : ghost_places(result, trace)) marked.emplace_back(place, focus_ghost);
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

ThreadWindows::ThreadWindows(const session::RunResult& result, const metrics::BlockTrace& trace) {
    const auto threads = static_cast<size_t>(result.shown().config.threads_per_block());
    const auto counts = [&](const metrics::TraceAccess& access) {
        return access.buffer == result.prepared.input_buffer && access.kind == simt::AccessKind::load &&
               access.thread < threads;
    };
    first_.assign(threads + 1, 0);
    for (const metrics::TraceAccess& access : trace.accesses)
        if (counts(access)) ++first_[access.thread + 1];
    for (size_t i = 1; i <= threads; ++i) first_[i] += first_[i - 1];
    cells_.resize(first_.back());
    std::vector<size_t> next(first_.begin(), first_.end() - 1);
    for (const metrics::TraceAccess& access : trace.accesses)
        if (counts(access)) cells_[next[access.thread]++] = access.cell;
}

std::span<const uint64_t> ThreadWindows::of(uint32_t thread) const {
    if (size_t{thread} + 1 >= first_.size()) return {};
    return std::span(cells_).subspan(first_[thread], first_[thread + 1] - first_[thread]);
}

} // namespace warpscope::render
