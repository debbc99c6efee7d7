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

std::optional<render::Camera> camera_on(const insight::RecordedBlock& block, render::Point view, double most) {
    const session::RunResult& run = *block.run;
    const auto& written = block.history->cells()[run.prepared.output_buffer].written;
    if (written.empty()) return std::nullopt;
    render::CellIndex low = render::place_of(run, render::Space::output, written.front().cell), high = low;
    for (const replay::FirstAccess& access : written) {
        const render::CellIndex at = render::place_of(run, render::Space::output, access.cell);
        low = {std::min(low.x, at.x), std::min(low.y, at.y)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y)};
    }
    const auto width = static_cast<double>(high.x - low.x + 1), height = static_cast<double>(high.y - low.y + 1);
    constexpr double share = 0.5;
    const double fitted = std::min({share * view.x / width, share * view.y / height, most});
    const double zoom = std::clamp(fitted, render::Camera::min_zoom, render::Camera::max_zoom);
    const double lift = 0.05 * view.y / zoom;
    return render::Camera{{static_cast<double>(low.x) + width / 2, static_cast<double>(low.y) + height / 2 + lift},
                          zoom};
}

} // namespace warpscope::workbench
