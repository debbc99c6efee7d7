// The GPU's picture of each finished run, and of a moved slider before the emulator has measured the launch.
#pragma once

#include <chrono>
#include <utility>

#include "interop/live_output.hpp"
#include "ui/gpu/gpu_access.hpp"
#include "ui/workbench.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/document/time_log.hpp"

namespace warpscope::ui {

/// Returns the layout that the GPU's picture of a run's output must have.
[[nodiscard]] interop::PictureLayout layout_of_output(const session::RunResult& run);

class LivePicture {
public:
    LivePicture(const GpuAccess& gpu, session::DeviceChoice device, const Runs& runs, Worker& worker, Redraw& redraw)
        : output_(live_output(gpu))
        , device_(device)
        , runs_(runs)
        , worker_(worker)
        , redraw_(redraw) {}

    [[nodiscard]] interop::LiveOutput& output() { return output_; }
    [[nodiscard]] const interop::LiveOutput& output() const { return output_; }

    /// Launches a slider's request in the same frame if no compilation is needed. Overlays follow after measurement.
    /// `asked` is the time of the slider's event.
    void show_now(const session::Request& request, std::chrono::steady_clock::time_point asked);
    /// Discards the launch shown ahead and returns to the newest run.
    void fall_back();
    /// Prepares the newest run on the worker, then shows it. `shown` is the displayed result.
    void prepare_newest(const RunPtr& shown);
    /// Runs `run` on the GPU despite a fault found by the emulator.
    void insist(const RunPtr& run);
    [[nodiscard]] bool insists(const RunPtr& run) const;
    /// Prepares runs again after a change of the GPU.
    void gpu_changed();

    /// Returns whether the search for GPUs has finished, with or without one.
    [[nodiscard]] bool gpus_known() const { return gpus_known_; }
    /// Returns the launch shown before the emulator has run it; null if none.
    [[nodiscard]] const RunPtr& ahead() const { return ahead_; }
    /// Returns whether the launch shown ahead has the output that the views show.
    [[nodiscard]] bool shows_ahead(const RunPtr& shown) const;
    [[nodiscard]] bool has(const RunPtr& run) const { return prepared_ == run; }
    /// Returns 0 if the GPU has no picture of the views' contents.
    [[nodiscard]] uint32_t texture(const RunPtr& shown) const;
    /// Returns the values of that picture's output for charts; null if texture() is 0 or the output is large.
    [[nodiscard]] SharedBytes values(const RunPtr& shown) const;
    /// Returns the run whose kernel was stopped on the GPU, once; null otherwise.
    [[nodiscard]] RunPtr take_stopped() { return std::exchange(stopped_, nullptr); }
    [[nodiscard]] bool preparing() const { return preparing_ != nullptr; }
    /// Returns the times from slider event to kernel launch.
    [[nodiscard]] const TimeLog& launch_times() const { return launch_times_; }

private:
    interop::LiveOutput output_;
    session::DeviceChoice device_;
    RunPtr prepared_, preparing_;
    RunPtr insisted_; // runs despite a fault found by the emulator
    RunPtr ahead_;
    RunPtr stopped_; // not yet taken
    bool gpus_known_ = false;
    TimeLog launch_times_{1024};
    const Runs& runs_;
    Worker& worker_;
    Redraw& redraw_;
};

} // namespace warpscope::ui
