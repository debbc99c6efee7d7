#include "ui/model/fitting.hpp"

#include <algorithm>

#include "render/layout/cell_plane.hpp"

namespace warpscope::ui {

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

} // namespace warpscope::ui
