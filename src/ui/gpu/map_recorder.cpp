#include "ui/gpu/map_recorder.hpp"

namespace warpscope::ui {

interop::LayerRecorder& MapRecorder::recorder_on(const gpu::DeviceStatus& device) {
    if (!recorder_ || recorder_->device() != device.device)
        recorder_ = std::make_unique<interop::LayerRecorder>(gpu_.runtime(), device);
    return *recorder_;
}

bool MapRecorder::is_still_requested(const session::RunResult& made_of, int device, const RunPtr& wanted) const {
    const auto in_use = gpus();
    if (!in_use || in_use->chosen().device != device) return false;
    return wanted && is_same_kernel(made_of.request, wanted->request) &&
           (wanted.get() == &made_of || wanted == live_.ahead());
}

bool MapRecorder::may_stay(const RunPtr& in_textures, const RunPtr& wanted) const {
    if (!in_textures || !is_same_kernel(in_textures->request, wanted->request)) return false;
    return wanted == live_.ahead() || in_textures->request.settings == wanted->request.settings;
}

} // namespace warpscope::ui
