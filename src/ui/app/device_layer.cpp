// Owners and divergence as textures that the GPU fills, at once; the numbers that go with them come from a worker soon
// after (gpu_recorded.cpp).
#include "render/maps/owner_layer.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

void App::State::update_layer() {
    const auto run = recorded_run();
    const auto gpus = live.devices();
    if (!run || !gpus) {
        views->textures().show_open_layer(false);
        return;
    }
    if (layer_in == run) {
        if (!views->textures().shows_open_layer()) views->textures().show_open_layer(true); // else all is drawn anew
        return;
    }
    if (!may_stay(layer_in, run)) views->textures().show_open_layer(false);
    if (layer_asked == run || recorder_busy || live.under_way()) return; // pictures come first
    if (layer_recorded_last && heat_waits()) return;                     // they take turns while a slider moves
    layer_asked = run;
    const auto plan = render::layer_plan(*model.result, run->prepared.plan.launches.back().config);
    if (!plan) return; // the host makes the layer
    recorder_busy = layer_recorded_last = true;
    layer_worker.post([this, run, plan = *plan, device = gpus->chosen()]() -> Worker::Finish {
        return [this, run, made = recorder_on(device).record(*run, plan)] {
            recorder_busy = false;
            take_layer(run, made);
        };
    });
}

void App::State::take_layer(const std::shared_ptr<const session::RunResult>& run,
                            const Result<std::shared_ptr<const interop::DeviceLayer>>& made) {
    frames_wanted = std::max(frames_wanted, 3);
    const auto gpus = live.devices();
    const bool other_gpu = made && (!gpus || gpus->chosen().device != (*made)->scene->device);
    if (other_gpu || !still_wanted(*run, recorded_run())) {
        layer_asked.reset(); // it may be wanted again
        return;
    }
    if (!made) {
        study.problem = made.error().text();
        return;
    }
    const interop::DeviceLayer& layer = **made;
    if (layer_size != std::pair(layer.plan.width, layer.plan.height)) layer_textures.reset(); // before its textures end
    layer_size = {layer.plan.width, layer.plan.height};
    layer_in.reset();
    const auto open = views->textures().open_layer(model.result, layer.config, layer.plan);
    if (!open) return;
    std::vector<uint32_t> textures{open->marks};
    std::vector<const interop::DeviceMap*> maps{&layer.marks};
    if (open->keys != 0) {
        textures.push_back(open->keys);
        maps.push_back(&layer.keys);
    }
    const int device = layer.scene->device;
    if (!layer_textures || layer_textures->device() != device || !layer_attached || !(*layer_attached == *open)) {
        layer_textures = map_textures(device);
        layer_attached = *open;
        if (auto attached = layer_textures->attach(textures); !attached) {
            layer_textures.reset();
            return; // the host makes the layer, as it does for the picture then
        }
    }
    if (auto taken = layer_textures->take(maps, *made); !taken) {
        study.problem = taken.error().text();
        return;
    }
    layer_in = run;
    views->textures().show_open_layer(true);
}

} // namespace warpscope::ui
