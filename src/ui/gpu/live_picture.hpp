// The GPU's picture of a finished run, or of a slider's launch that is not measured yet.
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

    void show_now(const session::Request& request, std::chrono::steady_clock::time_point asked);
    void fall_back();
    void prepare_newest(const RunPtr& shown);
    void insist(const RunPtr& run);
    [[nodiscard]] bool insists(const RunPtr& run) const;
    void gpu_changed();

    [[nodiscard]] bool gpus_known() const { return gpus_known_; }
    [[nodiscard]] const RunPtr& ahead() const { return ahead_; }
    [[nodiscard]] bool shows_ahead(const RunPtr& shown) const;
    [[nodiscard]] bool has(const RunPtr& run) const { return prepared_ == run; }
    /// Returns 0 if the GPU has no picture for the views.
    [[nodiscard]] uint32_t texture(const RunPtr& shown) const;
    /// Returns values for charts; null without a picture or for large outputs.
    [[nodiscard]] SharedBytes values(const RunPtr& shown) const;
    [[nodiscard]] RunPtr take_stopped() { return std::exchange(stopped_, nullptr); }
    [[nodiscard]] bool preparing() const { return preparing_ != nullptr; }
    [[nodiscard]] const TimeLog& launch_times() const { return launch_times_; }

private:
    interop::LiveOutput output_;
    session::DeviceChoice device_;
    RunPtr prepared_, preparing_;
    RunPtr insisted_;
    RunPtr ahead_;
    RunPtr stopped_;
    bool gpus_known_ = false;
    TimeLog launch_times_{1024};
    const Runs& runs_;
    Worker& worker_;
    Redraw& redraw_;
};

} // namespace warpscope::ui
