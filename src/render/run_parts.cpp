// The parts of a run that views show, and what lies where in them.
#include <algorithm>
#include <cmath>

#include "render/plane.hpp"

namespace warpscope::render {

namespace {

const metrics::CellMaps* maps_of(const session::RunResult& result, uint32_t buffer) {
    for (const metrics::CellMaps& maps : result.shown().maps)
        if (maps.buffer == buffer) return &maps;
    return nullptr;
}

/// The output cell that `thread` owns (one of them).
std::optional<uint64_t> cell_owned_by(const session::RunResult& result, metrics::ThreadId thread) {
    const std::vector<metrics::ThreadId>* owner = owner_map(result);
    if (owner == nullptr || !owns_cell(result.shown().ownership, thread)) return std::nullopt;
    const Plane plane = plane_of(result, Space::output);
    if (const auto place = placed_at(result.shown(), plane, thread))
        if (const auto index = plane.index_at(*place); index && (*owner)[*index] == thread) return index;
    // Without a rule the map must be searched, which is quick enough while it is small.
    constexpr size_t most = size_t{16} << 20;
    if (owner->size() > most) return std::nullopt;
    const auto found = std::find(owner->begin(), owner->end(), thread);
    return found == owner->end() ? std::nullopt : std::optional(static_cast<uint64_t>(found - owner->begin()));
}

} // namespace

const metrics::CellMaps* output_maps(const session::RunResult& result) {
    return maps_of(result, result.prepared.output_buffer);
}

const metrics::CellMaps* input_maps(const session::RunResult& result) {
    return maps_of(result, result.prepared.input_buffer);
}

const std::vector<metrics::ThreadId>* owner_map(const session::RunResult& result) {
    const metrics::CellMaps* maps = output_maps(result);
    if (maps == nullptr || maps->owner.size() != layout_of(result, Space::output).shape.cells()) return nullptr;
    return &maps->owner;
}

const BufferLayout& layout_of(const session::RunResult& result, Space data_space) {
    return data_space == Space::input ? result.input.layout : result.output.layout;
}

bool shapes_match(const session::RunResult& result) { return result.input.layout.shape == result.output.layout.shape; }

Plane plane_of(const session::RunResult& result, Space space) {
    if (space == Space::launch) return Plane::of_launch(result.shown().config);
    return Plane::of_data(layout_of(result, space).shape);
}

std::optional<uint64_t> index_at(const session::RunResult& result, Space space, CellIndex place) {
    const Plane plane = plane_of(result, space);
    const std::optional<uint64_t> index = plane.index_at(place);
    if (!index || space != Space::launch) return index;
    const LaunchConfig& config = result.shown().config;
    const Dim3 threads{config.grid.x * config.block.x, config.grid.y * config.block.y, config.grid.z * config.block.z};
    return thread_at(config, index_of(*index, threads)) - 1;
}

CellIndex place_of(const session::RunResult& result, Space space, uint64_t index) {
    const Plane plane = plane_of(result, space);
    if (space != Space::launch) return plane.place_of(index);
    const LaunchConfig& config = result.shown().config;
    const Dim3 threads{config.grid.x * config.block.x, config.grid.y * config.block.y, config.grid.z * config.block.z};
    return plane.place_of(linear_index(global_index(config, static_cast<metrics::ThreadId>(index + 1)), threads));
}

Point plane_size(const session::RunResult& result, Space space) {
    const Plane plane = plane_of(result, space);
    return {static_cast<double>(plane.width()), static_cast<double>(plane.height())};
}

Point plane_size_with_surplus(const session::RunResult& result, Space space) {
    const Plane plane = plane_of(result, space);
    if (space == Space::launch || (space == Space::input && !shapes_match(result))) return plane_size(result, space);
    const CellRect rect = extent_with_surplus(result.shown(), plane);
    return {static_cast<double>(rect.x + rect.width), static_cast<double>(rect.y + rect.height)};
}

Selection pick(const session::RunResult& result, Space space, Point p) {
    if (!(std::abs(p.x) < 1e12 && std::abs(p.y) < 1e12)) return {};
    const CellIndex place{static_cast<int64_t>(std::floor(p.x)), static_cast<int64_t>(std::floor(p.y))};
    Selection selection;
    if (space == Space::launch) {
        const std::optional<uint64_t> thread = index_at(result, space, place);
        if (!thread) return {};
        selection.thread = static_cast<metrics::ThreadId>(*thread + 1);
        if (const auto cell = cell_owned_by(result, selection.thread))
            selection.cell = place_of(result, Space::output, *cell);
        return selection;
    }
    const Plane plane = plane_of(result, space);
    const std::optional<uint64_t> index = plane.index_at(place);
    if (index) selection.cell = place;
    if (space == Space::input && !shapes_match(result)) return selection;
    if (const auto* owner = owner_map(result); owner != nullptr && index) selection.thread = (*owner)[*index];
    if (selection.thread == 0) {
        const metrics::ThreadId thread = placed_thread(result.shown(), plane, place);
        if (thread != 0 && !owns_cell(result.shown().ownership, thread)) selection.thread = thread;
    }
    return selection;
}

} // namespace warpscope::render
