#include "render/maps/finding_marks.hpp"

#include <algorithm>

namespace warpscope::render {

namespace {

std::optional<CellIndex> place_in_rows(const metrics::LaunchMeasurement& launch, const Plane& plane,
                                       metrics::ThreadId thread) {
    const metrics::Placement& p = launch.ownership.placement;
    const LaunchConfig& config = launch.config;
    const bool is_row = config.grid.y * config.grid.z * config.block.y * config.block.z == 1;
    if (!plane.wrapped() || !p.exact || !is_row || p.y_per_x != 0 || p.origin_y != 0) return std::nullopt;
    const int64_t cell = p.origin_x + global_index(config, thread).x * p.x_per_x;
    if (cell < 0 || static_cast<uint64_t>(cell) >= plane.items()) return std::nullopt;
    return plane.place_of(static_cast<uint64_t>(cell));
}

std::optional<CellIndex> place_in(const session::RunResult& result, const Content& content, const Plane& plane,
                                  const simt::Finding& finding) {
    const metrics::ThreadId thread = thread_of(result, finding);
    if (content.space == Space::launch)
        return thread == 0 ? std::nullopt : std::optional(place_of(result, Space::launch, thread - 1));
    if (const auto cell = cell_of(result, finding)) {
        if (cell->buffer != buffer_of(result, content)) return std::nullopt;
        const CellIndex place = plane.place_of(cell->cell);
        return plane.rect().contains(place) ? std::optional(place) : std::nullopt; // nullopt: in another slice
    }
    if (thread == 0 || canonical(result, content).space != Space::output || !(plane == plane_of(result, Space::output)))
        return std::nullopt;
    if (const auto place = placed_at(result.shown(), plane, thread)) return place;
    return place_in_rows(result.shown(), plane, thread);
}

} // namespace

std::vector<FindingPlace> finding_places(const session::RunResult& result, const Content& content) {
    std::vector<FindingPlace> places;
    if (!exists(result, content)) return places;
    const Plane plane = plane_of(result, content);
    for (const metrics::LaunchMeasurement& launch : result.measured->launches())
        for (const simt::Finding& finding : launch.findings) {
            const auto place = place_in(result, content, plane, finding);
            if (!place) continue;
            const auto same =
                std::find_if(places.begin(), places.end(), [&](const FindingPlace& p) { return p.place == *place; });
            if (same != places.end())
                same->findings.push_back(&finding);
            else
                places.push_back({*place, {&finding}});
        }
    return places;
}

} // namespace warpscope::render
