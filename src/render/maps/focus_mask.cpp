#include "render/maps/focus_mask.hpp"

#include <algorithm>

namespace warpscope::render {

namespace {

bool reads(simt::AccessKind kind) { return kind != simt::AccessKind::store; }
bool writes(simt::AccessKind kind) { return kind != simt::AccessKind::load; }

} // namespace

const metrics::BlockTrace::Halo* halo_of(const session::RunResult& result, const metrics::BlockTrace& trace,
                                         const Content& content) {
    for (const metrics::BlockTrace::Halo& halo : trace.halos)
        if (halo.buffer == buffer_of(result, content) && (!halo.defined || lines_up(result, content))) return &halo;
    return nullptr;
}

std::vector<CellIndex> ghost_places(const session::RunResult& result, const metrics::BlockTrace& trace,
                                    const Content& content) {
    const auto& window = result.prepared.window;
    const metrics::BlockTrace::Halo* halo = halo_of(result, trace, content);
    const Plane plane = plane_of(result, content);
    if (!window || window->buffer != buffer_of(result, content) || halo == nullptr || !plane.flat()) return {};
    const CellRect data = plane.rect();
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

bool merges_partial_sum(const session::RunResult& result, const metrics::BlockTrace& trace,
                        const Selection& selection) {
    const LaunchConfig& config = result.shown().config;
    const metrics::ThreadId thread = selection.thread;
    if (!result.prepared.adds_up || !selection.pointed || thread == 0 || thread > config.threads() ||
        block_of(config, thread) != trace.block)
        return false;
    const Content& content = selection.pointed->content;
    return content.space != Space::launch && buffer_of(result, content) == result.prepared.output_buffer &&
           result.output.layout.shape.cells() > 1 && // a single cell includes all loads
           accesses_of(result, trace).elsewhere(thread_in_block(config, thread)) > 0;
}

FocusMask focus_mask(const session::RunResult& result, const metrics::BlockTrace& trace, const Content& content,
                     const ThreadAccesses& accesses, const FocusThread& thread) {
    const Plane plane = plane_of(result, content);
    const uint32_t buffer = buffer_of(result, content);
    const metrics::BlockTrace::Halo* halo = halo_of(result, trace, content);
    std::vector<std::pair<CellIndex, uint8_t>> marked;
    const auto mark = [&](uint64_t cell, uint8_t bit) {
        if (cell >= plane.items()) return;
        const CellIndex place = plane.place_of(cell);
        if (plane.rect().contains(place)) marked.emplace_back(place, bit);
    };
    if (halo != nullptr && halo->defined) {
        for (const uint64_t cell : halo->tile) mark(cell, focus_tile);
        for (const uint64_t cell : halo->cells) mark(cell, focus_halo);
    } else {
        for (const uint64_t cell : accesses.loaded(buffer)) mark(cell, focus_block);
    }
    const std::span<const uint32_t> of_thread =
        thread.thread ? accesses.of(*thread.thread) : std::span<const uint32_t>{};
    for (size_t i = 0; i < of_thread.size() && (!thread.step || i <= *thread.step); ++i) {
        const metrics::TraceAccess& access = trace.accesses[of_thread[i]];
        if (access.buffer != buffer) continue;
        uint8_t bits = 0;
        if (reads(access.kind)) bits |= focus_window;
        if (writes(access.kind)) bits |= focus_written;
        if (thread.step == i) bits |= focus_current;
        mark(access.cell, bits);
    }
    if (thread.interval)
        for (const uint64_t cell : interval_cells(result, trace, *thread.interval)[buffer].cells)
            mark(cell, focus_interval);
    for (const CellIndex& place : ghost_places(result, trace, content)) marked.emplace_back(place, focus_ghost);
    return mask_of([&](const auto& visit) {
        for (const auto& [place, bits] : marked) visit(place, bits);
    });
}

} // namespace warpscope::render
