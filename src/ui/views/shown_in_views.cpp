#include "ui/views/view_grid.hpp"

#include <algorithm>

#include "render/layout/cell_plane.hpp"
#include "render/maps/heat_map.hpp"
#include "ui/views/buffer_chart.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

namespace {

bool same_plane(const session::RunResult& a, const session::RunResult& b, const render::Content& content) {
    const std::vector<render::Part> one = render::parts_of(a, content), other = render::parts_of(b, content);
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const render::Part& p, const render::Part& q) { return p.rect == q.rect; });
}

} // namespace

render::ViewState ViewGrid::heat_state(const Model& model, size_t view) {
    render::ViewState state;
    state.show(content(model, view));
    state.overlays = choice(model, view).overlays;
    state.paint = model.paint;
    state.difference = model.differences[model.baseline.choice_of(view)];
    return state;
}

std::vector<metrics::ProbeRequest> ViewGrid::needed_probes(const Model& model) {
    std::vector<metrics::ProbeRequest> wanted;
    for (size_t view = 0; view < view_count(model); ++view)
        for (const metrics::ProbeRequest& request : render::probes_for(*model.result, heat_state(model, view)))
            if (std::find(wanted.begin(), wanted.end(), request) == wanted.end()) wanted.push_back(request);
    if (const auto request = surviving_request(model)) wanted.push_back(*request);
    return wanted;
}

std::vector<render::Content> ViewGrid::sector_planes(const Model& model) {
    std::vector<render::Content> planes;
    for (size_t view = 0; view < view_count(model); ++view) {
        if (of_baseline(model, view) || form(model, view) != Form::cells) continue;
        for (const render::Content& content : render::sector_planes(*model.result, heat_state(model, view)))
            if (std::find(planes.begin(), planes.end(), content) == planes.end()) planes.push_back(content);
    }
    return planes;
}

render::Content ViewGrid::content(const Model& model, size_t view) {
    return model.result ? content(model, *model.result, view) : render::Content(choice(model, view).space);
}

render::Content ViewGrid::content(const Model& model, const session::RunResult& result, size_t view) {
    return content_of(result, choice(model, view), model.slice);
}

Form ViewGrid::form(const Model& model, size_t view) {
    if (!model.result) return Form::cells;
    // Bars and numbers cannot mark unwritten cells.
    if (model.so_far.order && content(model, view).space == render::Space::output) return Form::cells;
    return form_of(*model.result, content(model, view), choice(model, view).form);
}

bool ViewGrid::only_numbers(const Model& model) {
    if (!model.result) return false;
    for (size_t view = 0; view < view_count(model); ++view)
        if (!hidden(model, view) && form(model, view) != Form::number) return false;
    return true;
}

size_t ViewGrid::leading(const Model& model) {
    if (model.baseline.side_by_side) return 1;
    if (const auto only = lone_view(model); only && content(model, *only).space != render::Space::matrices)
        return *only;
    const render::Space first = content(model, 0).space, second = content(model, 1).space;
    if (first == render::Space::matrices) return 1; // the matrices have their own camera, so the other view leads
    return first != render::Space::output && second == render::Space::output ? 1 : 0;
}

bool ViewGrid::of_baseline(const Model& model, size_t view) { return model.baseline.side_by_side && is_on_left(view); }

const session::RunResult& ViewGrid::run_of(const Model& model, const session::RunResult& result, size_t view) {
    return of_baseline(model, view) ? *model.baseline.result : result;
}

bool ViewGrid::linked(const Model& model, const session::RunResult& result, size_t view) {
    const render::Content here = content(model, run_of(model, result, view), view),
                          other = content(model, result, leading(model));
    if (of_baseline(model, view)) return here == other && same_plane(*model.baseline.result, result, here);
    if (here == other) return true;
    if (here.space == render::Space::matrices || other.space == render::Space::matrices) return false;
    // Launch space matches the data only if each thread's place is exact.
    if (here.space == render::Space::launch || other.space == render::Space::launch)
        return result.shown().ownership.placement.exact;
    return render::layout_of(result, here).shape == render::layout_of(result, other).shape;
}

} // namespace warpscope::ui
