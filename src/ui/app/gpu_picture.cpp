#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

void App::State::update_live() {
    update_partial();
    live.output().hold(map_recorder.busy() || recorded.counting());
    live.output().poll();
    if (start.device == session::DeviceChoice::emulator) return;
    find_gpus();
    report_fault();
    live.prepare_newest(model.result);
    if (const RunPtr stopped = live.take_stopped()) report_stopped(*stopped);
}

/// Shows a partial picture until its run is displayed or can no longer arrive.
void App::State::update_partial() {
    runs.session.make_partial(!model.live.active);
    if (const auto seen = views ? views->in_sight(model) : std::nullopt)
        runs.session.set_visible_cells(
            session::CellRectangle{seen->x, seen->y, seen->x + seen->width, seen->y + seen->height});
    else
        runs.session.set_visible_cells(std::nullopt);
    auto made = runs.session.partial();
    const bool comes = runs.session.busy() || runs.newest != model.result;
    if (made || !comes) partial.show(std::move(made), veil_colour(look));
}

bool App::State::partial_waits() const {
    const auto made = runs.session.partial();
    return made && made != partial.offered() && !model.live.active &&
           (partial.texture() == 0 || made->share >= 1 || made->share < partial.share());
}

bool App::State::shows_partial() const {
    return partial.texture() != 0 && partial.before() == model.result && !model.live.active;
}

uint32_t App::State::live_texture() const {
    if (!model.result) return 0;
    // Vector files use the run's values unless the GPU's picture is newer.
    if (window.as_shapes && !model.live_ahead && !shows_partial()) return 0;
    const uint32_t texture = live.texture(model.result);
    // Partial pictures store the output's rows without gaps.
    const bool by_rows = shows_partial() && render::plane_of(*model.result, render::Space::output).gapless();
    return texture == 0 && by_rows ? partial.texture() : texture;
}

MapRequest App::State::map_request() const {
    MapRequest request;
    request.shown = model.result;
    const GpuStudy& now = study.now();
    const RunPtr& emulated = runs.emulated;
    if (!now.overlays || !now.unavailable_reason.empty() || model.live.path != "shared texture" || !emulated)
        return request;
    if (live.shows_ahead(model.result))
        request.layer_of = request.heat_of = live.ahead();
    else if (model.result == emulated && !interop::gpu_safety_error(*emulated, false))
        request.layer_of = request.heat_of = emulated;
    else if (recorded.is(model.result)) // probes gave the host owners and divergence, so only heat is missing
        request.heat_of = emulated;
    if (request.heat_of && model.result) request.sectors = ViewGrid::sector_planes(model);
    return request;
}

void App::State::on(const ShowRecording& c) {
    if (c.on == study.now().overlays || !runs.emulated) return;
    study.set_overlays(c.on);
    if (!c.on) runs.newest = runs.emulated;
    redraw.want(3);
}

void App::State::update_study() {
    study.note_device(live.gpus_known(), model.live);
    if (study.follow_run()) recorded.forget();
    if (live.shows_ahead(model.result)) study.cancel();
    const RunPtr& emulated = runs.emulated;
    if (emulated && !live.ahead()) {
        if (study.now().overlays && study.now().recording && runs.newest == emulated) recorded.show();
        study.start_next(interop::gpu_safety_error(*emulated, live.insists(emulated)).has_value(), doc.seen(Tab::gpu));
    }
    model.study = study.now();
}

} // namespace warpscope::ui
