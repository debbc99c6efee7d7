// Overlays from the GPU's recording: at once as textures that the GPU fills, and soon after with all the numbers that
// go with them.
#include "render/layer.hpp"
#include "session/recorded.hpp"
#include "ui/app_state.hpp"

namespace warpscope::ui {

/// Shows the recording's numbers and maps, which are made on the worker.
void App::State::make_recorded() {
    if (recorded && recorded_of == emulated) {
        newest = recorded;
        return;
    }
    if (recorded_asked == emulated) return;
    recorded_asked = emulated;
    gpu_worker.post([this, run = emulated, recording = study.recording]() -> Worker::Finish {
        auto sectors = [&executor = executor(), under_way = gpu_probes](const session::RunResult& of, uint32_t launch) {
            ++*under_way;
            auto made = session::sectors_on_gpu(executor, of, launch);
            --*under_way;
            return made;
        };
        return [this, run, made = session::as_recorded(run, *recording, std::move(sectors))] {
            if (run != recorded_asked) return; // another run, or another GPU's recording, is wanted by now
            recorded = made;
            recorded_of = run;
            if (study.overlays) newest = recorded;
            frames_wanted = std::max(frames_wanted, 3);
        };
    });
}

/// What is known of the run on the screen is not wanted any more: it is another run, or another GPU.
void App::State::forget_recording() {
    study.recording.reset();
    recorded.reset();
    recorded_of.reset();
    recorded_asked.reset();
    newest = emulated;
}

/// The run whose layer the views should show: the one that a slider has just asked for, or the one on the screen. Null
/// where the host makes the layer.
std::shared_ptr<const session::RunResult> App::State::layer_run() const {
    const bool possible = study.overlays && study.why_not.empty() && model.live.path == "shared texture";
    if (!possible || !emulated) return nullptr;
    if (shows_ahead()) return ahead;
    return model.result == emulated && !interop::why_kept_off(*emulated, insists(emulated)) ? emulated : nullptr;
}

void App::State::update_layer() {
    const auto run = layer_run();
    const auto gpus = live.devices();
    if (!run || !gpus) {
        views->textures().show_open_layer(false);
        return;
    }
    if (layer_in == run) {
        if (!views->textures().shows_open_layer()) views->textures().show_open_layer(true); // else all is drawn anew
        return;
    }
    // An older layer is better than none only while something newer than the result is shown.
    const bool same_launch = layer_in && layer_in->request.settings == run->request.settings;
    if (!layer_in || !is_same_kernel(layer_in->request, run->request) || !(run == ahead || same_launch))
        views->textures().show_open_layer(false);
    if (layer_asked == run || layer_busy || live.under_way()) return; // pictures come first
    layer_asked = run;
    const auto plan = render::layer_plan(*model.result, run->prepared.plan.launches.back().config);
    if (!plan) return; // the host makes the layer
    layer_busy = true;
    layer_worker.post([this, run, plan = *plan, device = gpus->chosen()]() -> Worker::Finish {
        if (!layer_recorder || layer_recorder->device() != device.device)
            layer_recorder = std::make_unique<interop::LayerRecorder>(
                start.gpu != nullptr ? start.gpu->runtime : gpu::system_runtime(), device);
        return [this, run, made = layer_recorder->record(*run, plan)] {
            layer_busy = false;
            take_layer(run, made);
        };
    });
}

void App::State::take_layer(const std::shared_ptr<const session::RunResult>& run,
                            const Result<std::shared_ptr<const interop::DeviceLayer>>& made) {
    frames_wanted = std::max(frames_wanted, 3);
    // While a slider moves on, the layer of a step before is newer than what is on the screen.
    const auto wanted = layer_run();
    if (!wanted || !is_same_kernel(run->request, wanted->request) || !(run == wanted || wanted == ahead)) return;
    if (!made) {
        study.problem = made.error().text();
        return;
    }
    const int device = (*made)->scene->device;
    const instrument::LayerPlan& plan = (*made)->plan;
    if (layer_size != std::pair(plan.width, plan.height)) layer_textures.reset(); // before its textures end
    layer_size = {plan.width, plan.height};
    layer_in.reset();
    const auto open = views->textures().open_layer(model.result, (*made)->config, plan);
    if (!open) return;
    if (!layer_textures || layer_textures->device() != device || !layer_attached || !(*layer_attached == *open)) {
        layer_textures =
            start.gpu != nullptr
                ? std::make_unique<interop::LayerTextures>(start.gpu->runtime, start.gpu->bridge, device)
                : std::make_unique<interop::LayerTextures>(gpu::system_runtime(), interop::system_gl_bridge(), device);
        layer_attached = *open;
        if (auto attached = layer_textures->attach(open->keys, open->marks); !attached) {
            layer_textures.reset();
            return; // the host makes the layer, as it does for the picture then
        }
    }
    if (auto taken = layer_textures->take(*made); !taken) {
        study.problem = taken.error().text();
        return;
    }
    layer_in = run;
    views->textures().show_open_layer(true);
}

} // namespace warpscope::ui
