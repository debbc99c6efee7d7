// The numbers and maps of a recording, on the host, in place of the emulator's.
#include "session/recorded.hpp"
#include "ui/app/app_state.hpp"

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

} // namespace warpscope::ui
