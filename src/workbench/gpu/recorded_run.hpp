// The emulator's newest run with the numbers and maps of a recording of the GPU's in place of the emulator's, made on
// the worker.
#pragma once

#include <atomic>

#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/gpu/gpu_access.hpp"
#include "workbench/gpu/study_tasks.hpp"

namespace warpscope::workbench {

class RecordedRun {
public:
    RecordedRun(const GpuAccess& gpu, Runs& runs, const StudyTasks& study, Worker& worker, Redraw& redraw)
        : gpu_(gpu)
        , runs_(runs)
        , study_(study)
        , worker_(worker)
        , redraw_(redraw) {}

    /// Has the study's recording shown: at once where the run is made, else when it is.
    void show();
    /// What is known of the run on the screen is not wanted any more: it is another run, or another GPU.
    void forget();
    /// Returns whether `run` is the newest run with the recording's numbers.
    [[nodiscard]] bool is(const RunPtr& run) const { return made_ && run == made_ && of_ == runs_.emulated; }
    /// The GPU counts sectors by cell for such a run.
    [[nodiscard]] bool counting() const { return *counting_ != 0; }

private:
    RunPtr made_, of_, asked_;
    /// Counts under way. Runs that were made hold it, too: they count when they are asked.
    std::shared_ptr<std::atomic<int>> counting_ = std::make_shared<std::atomic<int>>(0);
    GpuAccess gpu_;
    Runs& runs_;
    const StudyTasks& study_;
    Worker& worker_;
    Redraw& redraw_;
};

} // namespace warpscope::workbench
