// The window at one moment of a launch: which blocks have ended, and what time's commands do.
#include "ui/app/app_state.hpp"

#include <algorithm>

namespace warpscope::ui {

void App::State::update_launch_time() {
    const RunPtr& run = model.result;
    const bool launched = run && !run->measured->launches().empty();
    // What a GPU recorded of these very blocks stands above the model.
    const auto& recording = model.study.recording;
    const bool recorded = launched && recording && recording->readings.blocks.size() == run->shown().config.blocks();
    launch_cursor.use_device(preferences.peaks, recorded ? recording : nullptr);
    launch_cursor.update(launched ? run : nullptr, static_cast<double>(ImGui::GetIO().DeltaTime));
    model.launch_time = launch_cursor.state();
    model.so_far = {};
    const auto& order = model.launch_time.order;
    if (!launch_cursor.on() || !order || order->run != run) return;
    model.so_far = order->after(scene.moment.step);
    const auto ended = static_cast<uint32_t>(std::min<uint64_t>(scene.moment.step, order->all.ended));
    model.launch_time.ended = order->dispatch.ended_by(order->dispatch.time_of(ended));
}

void App::State::on(const ShowBlocksInTime& c) {
    if (!c.on) {
        launch_cursor.leave();
        return;
    }
    if (!model.result || model.result->measured->launches().empty()) return;
    time.set_scope(scene::Scope::all);
    launch_cursor.enter();
}
void App::State::on(const GoToBlocks& c) { launch_cursor.go_to(c.ended); }

} // namespace warpscope::ui
