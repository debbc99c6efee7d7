#include "workbench/gpu/study_tasks.hpp"

#include "language/tr.hpp"
#include "session/device.hpp"

namespace warpscope::workbench {

void StudyTasks::use(const gpu::DeviceStatus& device) {
    studied_.reset();
    now_.unavailable_reason = device.usable ? Message() : device.why;
    now_.device = device.name;
}

void StudyTasks::note_device(bool known, const gpu::LiveStatus& live) {
    const bool asked = device_ != session::DeviceChoice::emulator;
    if (!asked) now_.unavailable_reason = msg("the GPU was not requested");
    if (live.lost) now_.unavailable_reason = live.why;
    const bool waits = asked && !known;
    if (!now_.unavailable_reason.empty() && !waits) now_.overlays = false;
    if (now_.running == GpuTask::sweep) now_.done = done_;
}

bool StudyTasks::follow_run() {
    const RunPtr& run = runs_.emulated;
    if (studied_ == run) return false;
    studied_ = run;
    cancel_ = true;
    now_.timing.reset();
    now_.sweep.reset();
    now_.recording.reset();
    now_.problem = {};
    now_.is_untrusted =
        run && device_ == session::DeviceChoice::automatic && run->request.device == session::DeviceChoice::emulator;
    // The emulator has not checked other block sizes, so only sound kernels are swept without a click.
    now_.swept_by_itself = run && run->variant().block_dimensions > 0 &&
                           (session::is_sound(*run) || device_ == session::DeviceChoice::gpu);
    return true;
}

std::optional<GpuTask> StudyTasks::next(bool tab_open) const {
    // Recordings are only compared with emulated runs, so others need none.
    const bool recorded = now_.recording || !runs_.emulated->not_emulated.empty();
    if (now_.overlays && !recorded) return GpuTask::record;
    if (!tab_open) return std::nullopt;
    if (!now_.timing) return GpuTask::time;
    if (!recorded) return GpuTask::record;
    if (!now_.sweep && now_.swept_by_itself) return GpuTask::sweep;
    return std::nullopt;
}

void StudyTasks::start_next(bool kept_off, bool tab_open) {
    if (now_.running || now_.is_untrusted || !now_.problem.empty() || !runs_.emulated || kept_off ||
        !now_.unavailable_reason.empty())
        return;
    if (const auto task = next(tab_open)) start(*task);
}

void StudyTasks::start(GpuTask task) {
    now_.running = task;
    now_.done = 0;
    now_.total = session::sweep_blocks(runs_.emulated->variant().block_dimensions).size();
    cancel_ = false;
    done_ = 0;
    worker_.post([this, task, run = runs_.emulated]() -> Worker::Finish {
        return [this, run, made = make(task, *run)] { finish(run, made); };
    });
}

GpuStudy StudyTasks::make(GpuTask task, const session::RunResult& run) {
    constexpr uint32_t repeats = 51, sweep_repeats = 9;
    gpu::Executor& executor = gpu_.executor();
    GpuStudy made;
    auto keep = [&made](auto& into, auto result) {
        if (!result)
            made.problem = result.error().whole();
        else
            into = std::make_shared<std::remove_reference_t<decltype(*result)>>(std::move(*result));
    };
    if (task == GpuTask::time) {
        keep(made.timing, session::time_on_gpu(executor, run, repeats));
        if (made.problem.empty()) keep(made.peaks, gpu::measure_peaks(executor));
    } else if (task == GpuTask::sweep) {
        keep(made.sweep,
             session::sweep_on_gpu(executor, run, sweep_repeats, &cancel_, [this](const session::SweepPoint&) {
                 ++done_;
                 if (wake_) wake_();
             }));
    } else {
        keep(made.recording, session::record_on_gpu(executor, run));
    }
    return made;
}

void StudyTasks::finish(const RunPtr& run, const GpuStudy& made) {
    now_.running.reset();
    redraw_.want();
    if (run != runs_.emulated || cancel_) return;
    now_.problem = made.problem;
    if (made.timing) now_.timing = made.timing;
    if (made.peaks) now_.peaks = made.peaks;
    if (made.sweep) now_.sweep = made.sweep;
    if (made.recording) now_.recording = made.recording;
    if (!made.recording && !made.problem.empty()) now_.overlays = false;
}

} // namespace warpscope::workbench
