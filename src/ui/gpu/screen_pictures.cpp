#include "ui/gpu/screen_pictures.hpp"

#include "render/layout/cell_plane.hpp"
#include "session/device.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

ScreenPictures::ScreenPictures(Document& document, const Model& model, ViewGrid& views, const GpuAccess& gpu,
                               StudyTasks& study, const RecordedRun& recorded, Worker& gpu_worker, Worker& layer_worker)
    : runs_(document.runs)
    , window_(document.window)
    , model_(model)
    , views_(views)
    , study_(study)
    , recorded_(recorded)
    , live_(gpu, document.start.device, document.runs, gpu_worker, document.redraw)
    , recorder_(
          gpu, live_, study, [this] { return map_request(); }, layer_worker, document.redraw)
    , layers_(recorder_, views.textures())
    , heat_(recorder_, views.textures()) {}

void ScreenPictures::change_gpu() {
    live_.gpu_changed();
    layers_.forget();
    heat_.forget();
}

void ScreenPictures::update_maps() {
    layers_.update(heat_.waits());
    heat_.update();
}

void ScreenPictures::update() {
    runs_.session.make_partial(!model_.live.active);
    if (const auto seen = views_.in_sight(model_))
        runs_.session.set_visible_cells(
            session::CellRectangle{seen->x, seen->y, seen->x + seen->width, seen->y + seen->height});
    else
        runs_.session.set_visible_cells(std::nullopt);
    // A partial picture stays until its run is displayed or can no longer arrive.
    auto made = runs_.session.partial();
    const bool comes = runs_.session.busy() || runs_.newest != model_.result;
    if (made || !comes) partial_.show(std::move(made), veil_color(model_.look));
    live_.output().hold(recorder_.busy() || recorded_.counting());
    live_.output().poll();
}

bool ScreenPictures::has_new_partial() const {
    const auto made = runs_.session.partial();
    return made && made != partial_.offered() && !model_.live.active &&
           (partial_.texture() == 0 || made->share >= 1 || made->share < partial_.share());
}

bool ScreenPictures::shows_partial() const {
    return partial_.texture() != 0 && partial_.before() == model_.result && !model_.live.active;
}

uint32_t ScreenPictures::texture() const {
    if (!model_.result) return 0;
    // Vector files use the run's values instead of the GPU's picture, unless the picture is newer.
    if (window_.as_shapes && !model_.live_ahead && !shows_partial()) return 0;
    const uint32_t texture = live_.texture(model_.result);
    // Partial pictures have no gaps between rows, so they can replace only outputs without gaps.
    const bool by_rows = shows_partial() && render::plane_of(*model_.result, render::Space::output).gapless();
    return texture == 0 && by_rows ? partial_.texture() : texture;
}

MapRequest ScreenPictures::map_request() const {
    MapRequest request;
    request.shown = model_.result;
    const GpuStudy& now = study_.now();
    const RunPtr& emulated = runs_.emulated;
    if (!now.overlays || !now.unavailable_reason.empty() || model_.live.path != "shared texture" || !emulated)
        return request;
    if (live_.shows_ahead(model_.result))
        request.layer_of = request.heat_of = live_.ahead();
    else if (model_.result == emulated && !session::gpu_safety_error(*emulated, false))
        request.layer_of = request.heat_of = emulated;
    else if (recorded_.is(model_.result)) // only heat is missing: the host has the rest from probes
        request.heat_of = emulated;
    if (request.heat_of && model_.result) request.sectors = ViewGrid::sector_planes(model_);
    return request;
}

std::shared_ptr<const metrics::BlockTrace> ScreenPictures::partial_trace() const {
    return shows_partial() ? partial_.trace() : nullptr;
}

uint64_t ScreenPictures::picture() const {
    return model_.partial ? model_.live_picture : live_.output().status().pictures;
}

void ScreenPictures::fill(GpuModel& model, const RunPtr& shown) const {
    model.live = live_.output().status();
    model.gpus = live_.output().devices();
    model.partial.reset();
    if (shows_partial()) model.partial = partial_.share();
    model.live_picture = model.partial ? ~partial_.pictures() : model.live.pictures;
    model.live_values = live_.values(shown);
    const bool ahead = live_.shows_ahead(shown);
    const RunPtr heat = heat_.shown();
    model.live_has_result = live_.has(shown);
    model.live_ahead = ahead || model.partial;
    model.layer_ahead = ahead && layers_.shown() == live_.ahead();
    model.heat_ahead = ahead && heat == live_.ahead();
    model.heat_newer = heat && shown && !(heat->request.settings == shown->request.settings);
}

} // namespace warpscope::ui
