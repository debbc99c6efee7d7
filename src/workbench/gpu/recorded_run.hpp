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

    void show();
    void forget();
    [[nodiscard]] bool is(const RunPtr& run) const { return made_ && run == made_ && of_ == runs_.emulated; }
    [[nodiscard]] bool counting() const { return *counting_ != 0; }

private:
    RunPtr made_, of_, asked_;
    std::shared_ptr<std::atomic<int>> counting_ = std::make_shared<std::atomic<int>>(0);
    GpuAccess gpu_;
    Runs& runs_;
    const StudyTasks& study_;
    Worker& worker_;
    Redraw& redraw_;
};

} // namespace warpscope::workbench
