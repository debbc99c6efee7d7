#include "ui/gpu/heat_maps.hpp"

#include "render/maps/heat_map.hpp"

namespace warpscope::ui {

namespace {

/// Takes the legend's ranges from the GPU, because the host has no values of cells.
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
        // The displayed run's kernel and layouts may differ from the newer launch's.
        if (!plane || !is_same_kernel(shown.request, run.request) ||
            !(run.prepared.plan.buffers.at(plane->buffer).layout ==
              shown.prepared.plan.buffers.at(plane->buffer).layout))
            return {};
        planes.push_back(*plane);
    }
    return planes;
}

} // namespace

bool HeatMaps::waits() const {
    const MapRequest map_request = recorder_.map_request();
    return missing({map_request.heat_of, map_request.sectors}, asked_);
}

void HeatMaps::update() {
    const MapRequest map_request = recorder_.map_request();
    const Request request{map_request.heat_of, map_request.sectors};
    if (!request.run || request.contents.empty() || !recorder_.gpus()) {
        textures_.show_open_heat(false);
        return;
    }
    if (in_textures_ == request) {
        if (!textures_.shows_open_heat()) textures_.show_open_heat(true);
        return;
    }
    if (in_textures_.contents != request.contents || !recorder_.may_stay(in_textures_.run, request.run))
        textures_.show_open_heat(false);
    if (!missing(request, asked_) || !recorder_.free()) return;
    asked_ = request;
    const auto planes = planes_of(*map_request.shown, *request.run, request.contents);
    if (planes.empty()) return;
    recorder_.post(
        MapRecorder::Kind::heat,
        [run = request.run, planes](interop::LayerRecorder& recorder) {
            return recorder.record_heat(*run, planes, render::scale_of_requests);
        },
        [this, request](const Made& made) { take(request, made); });
}

void HeatMaps::take(const Request& request, const Made& made) {
    const MapRequest map_request = recorder_.map_request();
    const int device = made ? (*made)->uploaded->device : recorder_.gpus()->chosen().device;
    if (!recorder_.is_still_requested(*request.run, device, map_request.heat_of) ||
        request.contents != map_request.sectors) {
        asked_ = {};
        return;
    }
    if (!made) {
        // On a usage error, the emulator counts sectors, and the legend says so.
        if (made.error().kind != ErrorKind::usage) recorder_.fail(made.error().whole());
        return;
    }
    const interop::DeviceHeat& heat = **made;
    if (planes_of(*map_request.shown, *request.run, request.contents) != heat.planes) {
        asked_ = {};
        return;
    }
    in_textures_ = {};
    if (layout_ != std::pair(request.contents, heat.planes)) maps_.reset(); // must be destroyed before its textures
    layout_ = {request.contents, heat.planes};
    const bool newer = !(request.run->request.settings == map_request.shown->request.settings);
    const auto textures = textures_.open_heat(map_request.shown, request.contents, newer);
    if (!textures) return;
    if (!maps_ || maps_->device() != device || attached_ != *textures) {
        maps_ = recorder_.map_textures(device);
        attached_ = *textures;
        if (auto attached = maps_->attach(*textures); !attached) {
            maps_.reset();
            return; // the host computes the heat
        }
    }
    std::vector<const interop::DeviceMap*> maps;
    for (const interop::DeviceMap& map : heat.maps) maps.push_back(&map);
    if (auto taken = maps_->take(maps, *made); !taken) {
        recorder_.fail(taken.error().whole());
        return;
    }
    in_textures_ = request;
    drawn_ = drawn_heat(heat, *map_request.shown, request.contents, recorder_.device_name());
    textures_.show_open_heat(true);
}

} // namespace warpscope::ui
