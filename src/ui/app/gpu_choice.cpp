// Which GPU the window uses: the one that draws it, or the one that the user chooses.
#include <algorithm>

#include "gpu/executor.hpp"
#include "session/device.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

/// Call on a worker: the system's executor asks the driver when it is first used.
gpu::Executor& App::State::executor() const { return start.gpu != nullptr ? start.gpu->executor : gpu::executor(); }

/// Asks the driver on the worker, then OpenGL which of the GPUs draws this window.
void App::State::find_gpus() {
    if (gpus_asked) return;
    gpus_asked = true;
    study.why_not = "looking for a GPU";
    gpu_worker.post([this]() -> Worker::Finish {
        live.find();
        return [this] {
            live.use_display();
            use_gpu(preferences.gpu);
        };
    });
}

void App::State::use_gpu(std::optional<int> device) {
    live.use(device);
    gpu_cancel = true; // a sweep on the old one
    gpu_worker.post([this, chosen = live.devices()->chosen()]() -> Worker::Finish {
        executor().use(chosen); // waits for what runs on the old one
        return [this, now = executor().status()] {
            gpus_known = true;
            live_prepared.reset();
            studied.reset(); // its figures are the old one's
            forget_maps();
            study.why_not = now.usable ? "" : now.why;
            study.device = now.name;
            frames_wanted = std::max(frames_wanted, 3);
        };
    });
}

void App::State::on(const ChooseGpu& c) {
    if (!gpus_known) return;
    preferences.gpu = c.device;
    use_gpu(c.device);
}

void App::State::next_gpu() {
    const auto gpus = live.devices();
    if (!gpus_known || !gpus || gpus->environment || gpus->all.size() < 2) return;
    const auto count = static_cast<int>(gpus->all.size());
    for (int step = 1; step < count; ++step) {
        const int next = (gpus->chosen().device + step) % count;
        if (!gpus->all[static_cast<size_t>(next)].usable) continue;
        on(ChooseGpu{next});
        return;
    }
}

void App::State::on(const InsistOnGpu&) {
    insisted = newest;
    live_prepared.reset();
}

/// Says once that a kernel's fault ended the use of the GPU: the emulator has run the same launch, or is about to.
void App::State::report_fault() {
    if (fault_said || !emulated || session.busy() || !live.status().lost) return;
    fault_said = true;
    show_cause(*emulated, "A fault of the kernel ended the use of the GPU. The emulator goes on with the scene.");
}

/// Says that the kernel did not come to its end in the process that it ran in.
void App::State::report_stopped(const session::RunResult& run) {
    show_cause(run, "The kernel was stopped on the GPU, which goes on. This is the emulator's picture.");
}

/// With what the emulator's checkers say about the launch, which the GPU does not.
void App::State::show_cause(const session::RunResult& run, std::string words) {
    study.cause = session::cause_of_fault(run);
    say(true, std::move(words), study.cause);
    const auto& launches = run.measured->launches();
    const bool found = std::ranges::any_of(launches, [](const auto& launch) { return launch.finding_count > 0; });
    preferences.tab = found ? Tab::findings : Tab::gpu;
    on(SetDrawer{true});
}

} // namespace warpscope::ui
