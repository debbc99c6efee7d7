// The GPU's picture: of each finished run, and of a moved slider at once, before the emulator has measured the launch.
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

/// How the views lay out the output of a run: what its picture on the GPU must look like.
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

    /// Launches what a slider asks for in the frame that heard of it, where that takes no compiling. Overlays follow
    /// when they are measured. `asked`: when the slider was moved.
    void show_now(const session::Request& request, std::chrono::steady_clock::time_point asked);
    /// What was shown ahead comes to nothing: the picture is that of the newest run again.
    void fall_back();
    /// Has the newest run prepared on the worker, and shown when it is. `shown`: the result on the screen.
    void prepare_newest(const RunPtr& shown);
    /// Runs `run` on the GPU although the emulator found a fault in it.
    void insist(const RunPtr& run);
    [[nodiscard]] bool insists(const RunPtr& run) const;
    /// The GPU is in use that was chosen last: runs must be prepared anew.
    void gpu_changed();

    /// One of the GPUs is in use, or there is none.
    [[nodiscard]] bool gpus_known() const { return gpus_known_; }
    /// The launch that the GPU shows before the emulator has run it; null: none.
    [[nodiscard]] const RunPtr& ahead() const { return ahead_; }
    /// Returns whether what is shown ahead has the output that the views show.
    [[nodiscard]] bool shows_ahead(const RunPtr& shown) const;
    /// Returns whether the GPU has the picture of this run.
    [[nodiscard]] bool has(const RunPtr& run) const { return prepared_ == run; }
    /// 0 where the GPU has no picture of what the views show.
    [[nodiscard]] uint32_t texture(const RunPtr& shown) const;
    /// The output's values in that picture, for charts; null where texture() is 0 and for pictures of many cells.
    [[nodiscard]] SharedBytes values(const RunPtr& shown) const;
    /// Returns the run whose kernel was stopped on the GPU, once; null: none.
    [[nodiscard]] RunPtr take_stopped() { return std::exchange(stopped_, nullptr); }
    [[nodiscard]] bool preparing() const { return preparing_ != nullptr; }
    /// From a slider's event to its kernel's launch.
    [[nodiscard]] const TimeLog& launch_times() const { return launch_times_; }

private:
    interop::LiveOutput output_;
    session::DeviceChoice device_;
    RunPtr prepared_, preparing_;
    RunPtr insisted_; // to run on the GPU although the emulator found a fault
    RunPtr ahead_;
    RunPtr stopped_; // not yet asked for
    bool gpus_known_ = false;
    TimeLog launch_times_{1024};
    const Runs& runs_;
    Worker& worker_;
    Redraw& redraw_;
};

} // namespace warpscope::ui
