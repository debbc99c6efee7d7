#include "workbench/paint/brush.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "input/input.hpp"

namespace warpscope::workbench {
namespace {

render::CellIndex cell_of(scene::Point place) {
    constexpr double max = 2.0 * input::max_side;
    return {static_cast<int64_t>(std::floor(std::clamp(place.x, -max, max))),
            static_cast<int64_t>(std::floor(std::clamp(place.y, -max, max)))};
}

std::optional<uint64_t> index_in(const render::Plane& plane, const render::Part& part, render::CellIndex cell) {
    return plane.index_at({cell.x - part.origin.x, cell.y - part.origin.y});
}

} // namespace

std::optional<render::Part> part_at(const session::RunResult& run, const scene::Content& content, scene::Point place) {
    if (content.space == scene::Space::launch) return std::nullopt;
    const std::vector<render::Part> parts = render::parts_of(run, content);
    for (const render::Part& part : parts)
        if (cell_at(run, part, place)) return part;
    return parts.size() == 1 ? std::optional(parts.front()) : std::nullopt;
}

std::optional<uint64_t> cell_at(const session::RunResult& run, const render::Part& part, scene::Point place) {
    return index_in(render::plane_of(run, part.content), part, cell_of(place));
}

std::vector<uint64_t> cells_along(const session::RunResult& run, const render::Part& part, scene::Point from,
                                  scene::Point to, uint32_t size) {
    const render::CellIndex first = cell_of(from), last = cell_of(to);
    const int64_t dx = last.x - first.x, dy = last.y - first.y;
    const int64_t steps = std::max({std::abs(dx), std::abs(dy), int64_t{1}}), reach = size / 2;
    const auto between = [&](int64_t distance, int64_t step) {
        return static_cast<int64_t>(
            std::llround(static_cast<double>(distance) * static_cast<double>(step) / static_cast<double>(steps)));
    };
    const render::Plane plane = render::plane_of(run, part.content);
    std::vector<uint64_t> cells;
    for (int64_t step = 0; step <= steps; ++step) {
        const render::CellIndex middle{first.x + between(dx, step), first.y + between(dy, step)};
        for (int64_t y = -reach; y <= reach; ++y)
            for (int64_t x = -reach; x <= reach; ++x)
                if (const auto cell = index_in(plane, part, {middle.x + x, middle.y + y})) cells.push_back(*cell);
    }
    std::ranges::sort(cells);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
}

} // namespace warpscope::workbench
