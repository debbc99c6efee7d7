// What a frame wants of the GPU: its picture, maps of its recording, figures for its tab; and of the emulator's run
// under way, its picture so far.
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

/// A picture on the way stays until what it belongs to is on the screen, or will not come.
void App::State::update_partial() {
    runs.session.make_partial(!model.live.active);
    if (const auto seen = views ? views->in_sight(model) : std::nullopt)
        runs.session.look_at(session::CellRectangle{seen->x, seen->y, seen->x + seen->width, seen->y + seen->height});
    else
        runs.session.look_at(std::nullopt);
    auto made = runs.session.partial();
    const bool comes = runs.session.busy() || runs.newest != model.result;
    if (made || !comes) partial.show(std::move(made), veil_colour(look));
}

/// A run's first picture on the way, or its whole one, is there and not drawn yet: what the hand that moved the slider
/// waits for.
bool App::State::partial_waits() const {
    const auto made = runs.session.partial();
    return made && made != partial.offered() && !model.live.active &&
           (partial.texture() == 0 || made->share >= 1 || made->share < partial.share());
}

bool App::State::shows_partial() const {
    return partial.texture() != 0 && partial.before() == model.result && !model.live.active;
}

/// 0 where the views show the emulator's picture.
uint32_t App::State::live_texture() const {
    if (!model.result) return 0;
    // Shapes are made of the run's values, where these are what the GPU has drawn.
    if (window.as_shapes && !model.live_ahead && !shows_partial()) return 0;
    const uint32_t texture = live.texture(model.result);
    // The emulator's picture has the output's rows as they are stored.
    const bool by_rows = shows_partial() && render::plane_of(*model.result, render::Space::output).gapless();
    return texture == 0 && by_rows ? partial.texture() : texture;
}

/// Which run's maps the GPU should make: of the one that a slider has just asked for, or the one on the screen.
MapWishes App::State::map_wishes() const {
    MapWishes wishes;
    wishes.shown = model.result;
    const GpuStudy& now = study.now();
    const RunPtr& emulated = runs.emulated;
    if (!now.overlays || !now.why_not.empty() || model.live.path != "shared texture" || !emulated) return wishes;
    if (live.shows_ahead(model.result))
        wishes.layer_of = wishes.heat_of = live.ahead();
    else if (model.result == emulated && !interop::why_kept_off(*emulated, false))
        wishes.layer_of = wishes.heat_of = emulated;
    else if (recorded.is(model.result)) // its layer is the host's, the heat is not
        wishes.heat_of = emulated;
    if (wishes.heat_of && model.result) wishes.sectors = ViewGrid::sector_planes(model);
    return wishes;
}

void App::State::on(const ShowRecording& c) {
    if (c.on == study.now().overlays || !runs.emulated) return;
    study.set_overlays(c.on);
    if (!c.on) runs.newest = runs.emulated;
    redraw.want(3); // the next frame asks for the layer, then for the recording
}

void App::State::on(const Restart&) {
    if (!scene.notes.empty() && !window.restart_warned) {
        window.restart_warned = true;
        say(true, msg("Notes do not come along."),
            msg("Save the scene first (Ctrl+S). Asked again, the program starts without them."));
        return;
    }
    window.quit = window.restart = true;
}

void App::State::update_study() {
    study.note_device(live.gpus_known(), model.live);
    if (study.follow_run()) recorded.forget();
    if (live.shows_ahead(model.result)) study.cancel();
    const RunPtr& emulated = runs.emulated;
    if (emulated && !live.ahead()) {
        if (study.now().overlays && study.now().recording && runs.newest == emulated) recorded.show();
        study.start_next(interop::why_kept_off(*emulated, live.insists(emulated)).has_value(), seen(Tab::gpu));
    }
    model.study = study.now();
}

} // namespace warpscope::ui
