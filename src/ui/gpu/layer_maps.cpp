#include "ui/gpu/layer_maps.hpp"

#include "render/maps/owner_layer.hpp"

namespace warpscope::ui {

void LayerMaps::forget() {
    asked_.reset();
    waiting_.reset();
    in_textures_.reset();
}

void LayerMaps::update(bool heat_waits) {
    const MapRequest map_request = recorder_.map_request();
    const RunPtr& run = map_request.layer_of;
    if (!run || !recorder_.gpus()) {
        textures_.show_open_layer(false);
        return;
    }
    if (in_textures_ == run) {
        if (!textures_.shows_open_layer()) textures_.show_open_layer(true); // showing it again would redraw everything
        return;
    }
    if (!recorder_.may_stay(in_textures_, run)) textures_.show_open_layer(false);
    if (asked_ == run && waiting_) return take(run, *std::exchange(waiting_, std::nullopt));
    if (asked_ == run || !recorder_.free()) return;
    if (recorder_.last() == MapRecorder::Kind::layer && heat_waits) return;
    asked_ = run;
    waiting_.reset();
    const auto plan = render::layer_plan(*map_request.shown, run->prepared.plan.launches.back().config);
    if (!plan) return;
    recorder_.post(
        MapRecorder::Kind::layer,
        [run, plan = *plan](interop::LayerRecorder& recorder) { return recorder.record(*run, plan); },
        [this, run](const Made& made) { take(run, made); });
}

void LayerMaps::take(const RunPtr& run, const Made& made) {
    const MapRequest map_request = recorder_.map_request();
    const int device = made ? (*made)->uploaded->device : recorder_.gpus()->chosen().device;
    if (!recorder_.is_still_requested(*run, device, map_request.layer_of)) {
        asked_.reset();
        return;
    }
    if (!made) {
        recorder_.fail(made.error().whole());
        return;
    }
    const interop::DeviceLayer& layer = **made;
    if (size_ != std::pair(layer.plan.width, layer.plan.height)) maps_.reset(); // must be destroyed before its textures
    size_ = {layer.plan.width, layer.plan.height};
    in_textures_.reset();
    const auto open = textures_.open_layer(map_request.shown, layer.config, layer.plan, layer.filled);
    if (!open) {
        waiting_ = made;
        return;
    }
    std::vector<uint32_t> textures{open->marks};
    std::vector<const interop::DeviceMap*> maps{&layer.marks};
    if (open->keys != 0) {
        textures.push_back(open->keys);
        maps.push_back(&layer.keys);
    }
    if (!maps_ || maps_->device() != device || !attached_ || !(*attached_ == *open)) {
        maps_ = recorder_.map_textures(device);
        attached_ = *open;
        if (auto attached = maps_->attach(textures); !attached) {
            maps_.reset();
            return; // the host then computes layer and picture
        }
    }
    if (auto taken = maps_->take(maps, *made); !taken) {
        recorder_.fail(taken.error().whole());
        return;
    }
    in_textures_ = run;
    textures_.show_open_layer(true);
}

} // namespace warpscope::ui
