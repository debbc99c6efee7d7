#include "workbench/files/fitting.hpp"

#include <algorithm>

#include "render/layout/cell_plane.hpp"

namespace warpscope::workbench {

scene::Scene fitting(scene::Scene scene, const session::RunResult& result) {
    const auto& buffers = result.prepared.plan.buffers;
    const auto has_slice = [&](uint32_t slice) {
        return std::ranges::any_of(buffers, [&](const auto& b) { return slice < b.layout.shape.depth; });
    };
    if (scene.slice && !has_slice(*scene.slice)) scene.slice.reset();
    if (scene.pin) {
        const scene::Content& at = scene.pin->space;
        const bool known = at.space != scene::Space::buffer || at.buffer < buffers.size();
        if (!known || !render::exists(result, at) || (at.lay == scene::Lay::slice && !has_slice(at.slice)))
            scene.pin.reset();
    }
    return scene;
}

std::optional<render::CellRect> cells_of_block(const insight::RecordedBlock& block, const render::Content& content) {
    const session::RunResult& run = *block.run;
    const replay::CellHistory& history = block.history->cells()[render::buffer_of(run, content)];
    const std::vector<replay::FirstAccess>& accesses = history.written.empty() ? history.read : history.written;
    if (accesses.empty()) return std::nullopt;
    render::CellIndex low = render::place_of(run, content, accesses.front().cell), high = low;
    for (const replay::FirstAccess& access : accesses) {
        const render::CellIndex at = render::place_of(run, content, access.cell);
        low = {std::min(low.x, at.x), std::min(low.y, at.y)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y)};
    }
    return render::CellRect{low.x, low.y, high.x - low.x + 1, high.y - low.y + 1};
}

std::optional<render::Camera> camera_on(const insight::RecordedBlock& block, render::Point view, double max) {
    const auto cells = cells_of_block(block, render::Space::output);
    if (!cells) return std::nullopt;
    const auto width = static_cast<double>(cells->width), height = static_cast<double>(cells->height);
    constexpr double share = 0.5;
    const double fitted = std::min({share * view.x / width, share * view.y / height, max});
    const double zoom = std::clamp(fitted, render::Camera::min_zoom, render::Camera::max_zoom);
    const double lift = 0.05 * view.y / zoom;
    return render::Camera{
        {static_cast<double>(cells->x) + width / 2, static_cast<double>(cells->y) + height / 2 + lift}, zoom};
}

} // namespace warpscope::workbench
