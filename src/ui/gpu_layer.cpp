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
        return [this, run, made = session::as_recorded(run, *recording)] {
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
    layer_of.reset();
    newest = emulated;
}

void App::State::update_layer() {
    const auto gpus = live.devices();
    const bool possible = study.overlays && study.why_not.empty() && gpus && model.live.path == "shared texture";
    if (!possible || !emulated || model.result != emulated || interop::why_kept_off(*emulated, insists(emulated))) {
        views->textures().show_open_layer(false);
        return;
    }
    if (layer_of == emulated) {
        if (layer_filled && !views->textures().shows_open_layer()) views->textures().show_open_layer(true);
        return;
    }
    const auto plan = render::layer_plan(*emulated);
    layer_of = emulated;
    layer_filled = false;
    if (!plan) return; // the host makes the layer
    gpu_worker.post([this, run = emulated, plan = *plan, device = gpus->chosen()]() -> Worker::Finish {
        if (!layer_recorder || layer_recorder->device() != device.device)
            layer_recorder = std::make_unique<interop::LayerRecorder>(
                start.gpu != nullptr ? start.gpu->runtime : gpu::system_runtime(), device);
        return [this, run, made = layer_recorder->record(*run, plan)] { take_layer(run, made); };
    });
}

void App::State::take_layer(const std::shared_ptr<const session::RunResult>& run,
                            const Result<std::shared_ptr<const interop::DeviceLayer>>& made) {
    frames_wanted = std::max(frames_wanted, 3);
    if (!study.overlays || run != emulated || model.result != run) return;
    if (!made) {
        study.problem = made.error().text();
        return;
    }
    const int device = (*made)->scene->device;
    const instrument::LayerPlan& plan = (*made)->plan;
    if (layer_size != std::pair(plan.width, plan.height)) layer_textures.reset(); // before its textures end
    layer_size = {plan.width, plan.height};
    const auto open = views->textures().open_layer(run, plan);
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
    layer_filled = true;
    views->textures().show_open_layer(true);
}

} // namespace warpscope::ui
