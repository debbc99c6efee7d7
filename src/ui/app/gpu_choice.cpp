#include <algorithm>

#include "language/tr.hpp"
#include "session/device.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

void App::State::find_gpus() {
    if (gpus_asked) return;
    gpus_asked = true;
    study.set_unavailable_reason(msg("looking for a GPU"));
    gpu_worker.post([this]() -> Worker::Finish {
        live.output().find();
        return [this] {
            live.output().use_display();
            use_gpu(preferences.gpu);
        };
    });
}

void App::State::use_gpu(std::optional<int> device) {
    live.output().use(device);
    study.cancel();
    gpu_worker.post([this, chosen = live.output().devices()->chosen()]() -> Worker::Finish {
        gpu.executor().use(chosen); // waits for work on the old one
        return [this, now = gpu.executor().status()] {
            live.gpu_changed();
            study.use(now);
            layer_maps.forget();
            heat_maps.forget();
            redraw.want(3);
        };
    });
}

void App::State::on(const ChooseGpu& c) {
    if (!live.gpus_known()) return;
    preferences.gpu = c.device;
    use_gpu(c.device);
}

void App::State::next_gpu() {
    const auto gpus = live.output().devices();
    if (!live.gpus_known() || !gpus || gpus->environment || gpus->all.size() < 2) return;
    const auto count = static_cast<int>(gpus->all.size());
    for (int step = 1; step < count; ++step) {
        const int next = (gpus->chosen().device + step) % count;
        if (!gpus->all[static_cast<size_t>(next)].usable) continue;
        on(ChooseGpu{next});
        return;
    }
}

void App::State::on(const InsistOnGpu&) { live.insist(runs.newest); }

/// Reports a GPU fault once. The emulator repeats the launch.
void App::State::report_fault() {
    if (fault_said || !runs.emulated || runs.session.busy() || !live.output().status().lost) return;
    fault_said = true;
    show_cause(*runs.emulated, msg("A kernel fault made the GPU unusable. The emulator continues with the scene."));
}

void App::State::report_stopped(const session::RunResult& run) {
    show_cause(run, msg("The kernel was stopped; the GPU can still be used. The emulator made this picture."));
}

void App::State::show_cause(const session::RunResult& run, Message words) {
    study.set_cause(session::cause_of_fault(run));
    doc.say(true, std::move(words), study.now().cause);
    const auto& launches = run.measured->launches();
    const bool found = std::ranges::any_of(launches, [](const auto& launch) { return launch.finding_count > 0; });
    preferences.tab = found ? Tab::findings : Tab::gpu;
    doc.open_drawer(true);
}

} // namespace warpscope::ui
