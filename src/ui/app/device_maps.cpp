// What overlays straight from the GPU's recording have in common: which run they are of, the worker's recorder, and
// OpenGL's textures.
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

bool App::State::may_record() const {
    return study.overlays && study.why_not.empty() && model.live.path == "shared texture" && emulated;
}

/// The run whose overlays the GPU should make: the one that a slider has just asked for, or the one on the screen. Null
/// where the host makes them.
std::shared_ptr<const session::RunResult> App::State::recorded_run() const {
    if (!may_record()) return nullptr;
    if (shows_ahead()) return ahead;
    return model.result == emulated && !interop::why_kept_off(*emulated, false) ? emulated : nullptr;
}

/// Whether to show what the worker has made of a run. While a slider moves on, that of a step before is newer than what
/// is on the screen.
bool App::State::still_wanted(const session::RunResult& made_of,
                              const std::shared_ptr<const session::RunResult>& wanted) const {
    return wanted && is_same_kernel(made_of.request, wanted->request) && (wanted.get() == &made_of || wanted == ahead);
}

/// Whether what is in the textures is better than none until there is something of the wanted run: only while something
/// newer than the result is shown, or of the same launch.
bool App::State::may_stay(const std::shared_ptr<const session::RunResult>& shown,
                          const std::shared_ptr<const session::RunResult>& wanted) const {
    if (!shown || !is_same_kernel(shown->request, wanted->request)) return false;
    return wanted == ahead || shown->request.settings == wanted->request.settings;
}

/// On its worker.
interop::LayerRecorder& App::State::recorder_on(const gpu::DeviceStatus& device) {
    if (!layer_recorder || layer_recorder->device() != device.device)
        layer_recorder = std::make_unique<interop::LayerRecorder>(
            start.gpu != nullptr ? start.gpu->runtime : gpu::system_runtime(), device);
    return *layer_recorder;
}

std::unique_ptr<interop::MapTextures> App::State::map_textures(int device) const {
    if (start.gpu != nullptr)
        return std::make_unique<interop::MapTextures>(start.gpu->runtime, start.gpu->bridge, device);
    return std::make_unique<interop::MapTextures>(gpu::system_runtime(), interop::system_gl_bridge(), device);
}

/// They were another GPU's.
void App::State::forget_maps() {
    layer_asked.reset();
    layer_in.reset();
    heat_asked = heat_in = {};
}

} // namespace warpscope::ui
