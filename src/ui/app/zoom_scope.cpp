#include <algorithm>
#include <limits>

#include "render/layout/cell_plane.hpp"
#include "ui/app/app_state.hpp"
#include "ui/views/view_content.hpp"

namespace warpscope::ui {

namespace {

/// Returns the bounds of the matching cells, if any.
template<class Belongs>
std::optional<render::CellRect> cells_of(const session::RunResult& result, const render::Content& content,
                                         const Belongs& belongs) {
    int64_t left = std::numeric_limits<int64_t>::max(), top = left, right = -1, bottom = -1;
    const auto include = [&](render::CellIndex at) {
        left = std::min(left, at.x);
        top = std::min(top, at.y);
        right = std::max(right, at.x);
        bottom = std::max(bottom, at.y);
    };
    if (content.space == render::Space::launch) {
        const uint64_t threads = result.shown().config.threads();
        for (uint64_t i = 0; i < threads; ++i)
            if (belongs(static_cast<metrics::ThreadId>(i + 1))) include(render::place_of(result, content, i));
    } else if (const auto* owners = render::threads_of(result, content)) {
        for (size_t i = 0; i < owners->size(); ++i)
            if ((*owners)[i] != 0 && belongs((*owners)[i])) include(render::place_of(result, content, i));
    }
    if (right < 0) return std::nullopt;
    return render::CellRect{left, top, right - left + 1, bottom - top + 1};
}

} // namespace

void App::State::zoom_scope() {
    if (!scene.camera) scope = 0;
    // Keeps the first thread, because zooming moves other cells under the mouse.
    if (scope == 0 || !model.result || scope_thread > model.result->shown().config.threads())
        scope_thread = model.selection.thread;
    const metrics::ThreadId thread = scope_thread;
    if (!model.result || thread == 0) {
        scope = 0;
        scene.camera.reset();
        return;
    }
    const session::RunResult& result = *model.result;
    const LaunchConfig& config = result.shown().config;
    scope = (scope + 1) % 4;
    if (scope == 0) {
        scene.camera.reset();
        return;
    }
    const size_t view = views->pointed_view().value_or(1);
    const render::Content content = content_of(result, scene.views[model.baseline.choice_of(view)], scene.slice);
    const uint64_t block = render::block_of(config, thread);
    const uint32_t warp = render::thread_in_block(config, thread) / warp_size;
    auto rect = cells_of(result, content, [&](metrics::ThreadId other) {
        if (scope == 3) return other == thread;
        if (render::block_of(config, other) != block) return false;
        return scope == 1 || render::thread_in_block(config, other) / warp_size == warp;
    });
    if (!rect) return;
    // Includes the neighborhood that the block reads.
    if (const auto& window = result.prepared.window; scope == 1 && window && content.space != render::Space::launch)
        rect = render::CellRect{rect->x - window->left, rect->y - window->up,
                                rect->width + window->left + window->right, rect->height + window->up + window->down};
    const render::Point size = views->area(view).size();
    render::Camera camera;
    camera.fit(static_cast<double>(rect->width), static_cast<double>(rect->height), size, look.px(60));
    camera.centre = {static_cast<double>(rect->x) + static_cast<double>(rect->width) / 2,
                     static_cast<double>(rect->y) + static_cast<double>(rect->height) / 2};
    camera.pixels_per_cell = std::min(camera.pixels_per_cell, double{look.px(120)});
    scene.camera = camera;
}

} // namespace warpscope::ui
