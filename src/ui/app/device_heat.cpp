// Heat maps of sectors as textures that the GPU fills of its own counts. The numbers of single cells come to the host
// as an extra measurement (session::sectors_on_gpu), when the slider rests.
#include "render/maps/heat_map.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

namespace {

/// What is drawn, as far as it is known here: the range of each buffer's cells.
std::shared_ptr<const render::DrawnHeat> drawn_heat(const interop::DeviceHeat& heat, const session::RunResult& shown,
                                                    const std::vector<render::Content>& contents,
                                                    const std::string& device) {
    auto drawn = std::make_shared<render::DrawnHeat>();
    drawn->contents = contents;
    metrics::Probe& probe = drawn->ranges;
    probe.request = *render::probe_for(shown, {render::Overlay::sectors, std::nullopt});
    probe.measured_on = device;
    for (uint32_t buffer = 0; buffer < heat.ranges.size(); ++buffer) {
        if (!heat.ranges[buffer]) continue;
        metrics::CellCosts& costs = probe.cells.emplace_back();
        costs.buffer = buffer;
        costs.range.include(heat.ranges[buffer]->low);
        costs.range.include(heat.ranges[buffer]->high);
    }
    drawn->scale = probe.range_of_cells();
    if (heat.at_least) {
        drawn->scale.include(heat.at_least->low);
        drawn->scale.include(heat.at_least->high);
    }
    return drawn;
}

std::vector<instrument::CellPlane> planes_of(const session::RunResult& shown, const session::RunResult& run,
                                             const std::vector<render::Content>& contents) {
    std::vector<instrument::CellPlane> planes;
    for (const render::Content& content : contents) {
        const auto plane = render::cell_plane(shown, content);
        // Of the newer launch nothing is known but its plan, and the result on the screen may be another kernel's.
        if (!plane || !is_same_kernel(shown.request, run.request) ||
            !(run.prepared.plan.buffers.at(plane->buffer).layout ==
              shown.prepared.plan.buffers.at(plane->buffer).layout))
            return {};
        planes.push_back(*plane);
    }
    return planes;
}

} // namespace

/// The run whose heat the GPU should make. Beside the recording's numbers, too, with which its layer is the host's.
std::shared_ptr<const session::RunResult> App::State::heat_run() const {
    if (recorded && model.result == recorded && recorded_of == emulated && may_record() && !shows_ahead())
        return emulated;
    return recorded_run();
}

/// Whether views show heat that was not asked for yet.
bool App::State::heat_waits() const {
    const HeatWish wish{heat_run(), model.result ? ViewPair::sector_planes(model) : std::vector<render::Content>()};
    return wish.run && !wish.contents.empty() && heat_asked != wish;
}

void App::State::update_heat() {
    const auto run = heat_run();
    const auto gpus = live.devices();
    const auto contents = run ? ViewPair::sector_planes(model) : std::vector<render::Content>();
    if (contents.empty() || !gpus) {
        views->textures().show_open_heat(false);
        return;
    }
    if (heat_in == HeatWish{run, contents}) {
        if (!views->textures().shows_open_heat()) views->textures().show_open_heat(true);
        return;
    }
    if (heat_in.contents != contents || !may_stay(heat_in.run, run)) views->textures().show_open_heat(false);
    if (!heat_waits() || recorder_busy || live.under_way()) return; // pictures come first
    heat_asked = {run, contents};
    const auto planes = planes_of(*model.result, *run, contents);
    if (planes.empty()) return; // the host makes it
    std::optional<instrument::CellScale> at_least;
    if (const metrics::Range fewest = render::fewest_sectors(*model.result); fewest.any)
        at_least = {fewest.low, fewest.high};
    recorder_busy = true;
    layer_recorded_last = false;
    layer_worker.post([this, run, contents, planes, at_least, device = gpus->chosen()]() -> Worker::Finish {
        return [this, run, contents, made = recorder_on(device).record_heat(*run, planes, at_least)] {
            recorder_busy = false;
            take_heat(run, contents, made);
        };
    });
}

void App::State::take_heat(const std::shared_ptr<const session::RunResult>& run,
                           const std::vector<render::Content>& contents,
                           const Result<std::shared_ptr<const interop::DeviceHeat>>& made) {
    frames_wanted = std::max(frames_wanted, 3);
    const auto gpus = live.devices();
    const bool other_gpu = made && (!gpus || gpus->chosen().device != (*made)->scene->device);
    if (other_gpu || !still_wanted(*run, heat_run()) || contents != ViewPair::sector_planes(model)) {
        heat_asked = {}; // it may be wanted again
        return;
    }
    if (!made) {
        // What cannot be counted so on a GPU is counted by the emulator, and the legend says so.
        if (made.error().kind != ErrorKind::usage) study.problem = made.error().text();
        return;
    }
    const interop::DeviceHeat& heat = **made;
    if (planes_of(*model.result, *run, contents) != heat.planes) { // another result has come meanwhile
        heat_asked = {};
        return;
    }
    heat_in = {};
    if (heat_layout != std::pair(contents, heat.planes)) heat_textures.reset(); // before its textures end
    heat_layout = {contents, heat.planes};
    const bool newer = !(run->request.settings == model.result->request.settings);
    const auto textures = views->textures().open_heat(model.result, contents, newer);
    if (!textures) return;
    const int device = heat.scene->device;
    if (!heat_textures || heat_textures->device() != device || heat_attached != *textures) {
        heat_textures = map_textures(device);
        heat_attached = *textures;
        if (auto attached = heat_textures->attach(*textures); !attached) {
            heat_textures.reset();
            return; // the host makes it
        }
    }
    std::vector<const interop::DeviceMap*> maps;
    for (const interop::DeviceMap& map : heat.maps) maps.push_back(&map);
    if (auto taken = heat_textures->take(maps, *made); !taken) {
        study.problem = taken.error().text();
        return;
    }
    heat_in = {run, contents};
    heat_drawn = drawn_heat(heat, *model.result, contents, study.device);
    views->textures().show_open_heat(true);
}

} // namespace warpscope::ui
