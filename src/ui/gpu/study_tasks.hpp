// The GPU tab's tasks, one after the other on the GPU's worker: times of the shown run, a sweep over block sizes, and a
// recording of the GPU's own execution.
#pragma once

#include <atomic>
#include <functional>

#include "ui/background/background_worker.hpp"
#include "ui/gpu/gpu_access.hpp"
#include "ui/model/gpu_results.hpp"
#include "ui/state/redraw.hpp"
#include "ui/state/runs.hpp"

namespace warpscope::ui {

class StudyTasks {
public:
    /// `wake` is called on the worker's thread with each block size of a sweep.
    StudyTasks(const GpuAccess& gpu, session::DeviceChoice device, const Runs& runs, Worker& worker, Redraw& redraw,
               std::function<void()> wake)
        : gpu_(gpu)
        , device_(device)
        , runs_(runs)
        , worker_(worker)
        , redraw_(redraw)
        , wake_(std::move(wake)) {}

    [[nodiscard]] const GpuStudy& now() const { return now_; }
    /// No GPU can be used, or not yet.
    void set_why_not(Message why) { now_.why_not = std::move(why); }
    /// This GPU is in use from now on; its peaks are still to be measured.
    void use(const gpu::DeviceStatus& device);
    void set_overlays(bool on) { now_.overlays = on; }
    void fail(Message problem) { now_.problem = std::move(problem); }
    void set_cause(Message cause) { now_.cause = std::move(cause); }
    /// Ends a sweep.
    void cancel() { cancel_ = true; }

    /// Once per frame. `known`: which GPU is used, or that there is none.
    void note_device(bool known, const interop::LiveStatus& live);
    /// Starts without numbers where the run is another than in the last frame; whether it is.
    bool follow_run();
    /// Starts what is to be found out next, without being asked: everything while the tab is open, cheapest first.
    /// `kept_off`: the run must not be executed on a GPU.
    void start_next(bool kept_off, bool tab_open);

private:
    [[nodiscard]] std::optional<GpuTask> next(bool tab_open) const;
    void start(GpuTask task);
    [[nodiscard]] GpuStudy make(GpuTask task, const session::RunResult& run);
    void finish(const RunPtr& run, const GpuStudy& made);

    GpuStudy now_;
    RunPtr studied_;                   // the run that `now_` is of
    std::atomic<bool> cancel_ = false; // ends a sweep
    std::atomic<size_t> done_ = 0;     // block sizes of a sweep
    GpuAccess gpu_;
    session::DeviceChoice device_;
    const Runs& runs_;
    Worker& worker_;
    Redraw& redraw_;
    std::function<void()> wake_;
};

} // namespace warpscope::ui
