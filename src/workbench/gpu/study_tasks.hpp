#pragma once

#include <atomic>
#include <functional>

#include "gpu/live_status.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/gpu/gpu_access.hpp"
#include "workbench/gpu/gpu_results.hpp"

namespace warpscope::workbench {

class StudyTasks {
public:
    /// `wake` runs on the worker after each block size of a sweep.
    StudyTasks(const GpuAccess& gpu, session::DeviceChoice device, const Runs& runs, Worker& worker, Redraw& redraw,
               std::function<void()> wake)
        : gpu_(gpu)
        , device_(device)
        , runs_(runs)
        , worker_(worker)
        , redraw_(redraw)
        , wake_(std::move(wake)) {}

    [[nodiscard]] const GpuStudy& now() const { return now_; }
    void set_unavailable_reason(Message why) { now_.unavailable_reason = std::move(why); }
    void use(const gpu::DeviceStatus& device);
    void set_overlays(bool on) { now_.overlays = on; }
    void fail(Message problem) { now_.problem = std::move(problem); }
    void set_cause(Message cause) { now_.cause = std::move(cause); }
    void cancel() { cancel_ = true; }

    void note_device(bool known, const gpu::LiveStatus& live);
    bool follow_run();
    /// Starts the next missing task of the overlays or the open tab. `kept_off`: the run must not use a GPU.
    void start_next(bool kept_off, bool tab_open);

private:
    [[nodiscard]] std::optional<GpuTask> next(bool tab_open) const;
    void start(GpuTask task);
    [[nodiscard]] GpuStudy make(GpuTask task, const session::RunResult& run);
    void finish(const RunPtr& run, const GpuStudy& made);

    GpuStudy now_;
    RunPtr studied_;
    std::atomic<bool> cancel_ = false;
    std::atomic<size_t> done_ = 0;
    GpuAccess gpu_;
    session::DeviceChoice device_;
    const Runs& runs_;
    Worker& worker_;
    Redraw& redraw_;
    std::function<void()> wake_;
};

} // namespace warpscope::workbench
