#include "workbench/gpu/recorded_run.hpp"

#include "session/recorded.hpp"

namespace warpscope::workbench {

void RecordedRun::show() {
    const RunPtr& run = runs_.emulated;
    if (made_ && of_ == run) {
        runs_.newest = made_;
        return;
    }
    if (asked_ == run) return;
    asked_ = run;
    worker_.post([this, run, recording = study_.now().recording]() -> Worker::Finish {
        auto sectors = [&executor = gpu_.executor(), under_way = counting_](const session::RunResult& of,
                                                                            uint32_t launch) {
            ++*under_way;
            auto made = session::sectors_on_gpu(executor, of, launch);
            --*under_way;
            return made;
        };
        return [this, run, made = session::as_recorded(run, *recording, std::move(sectors))] {
            if (run != asked_) return;
            made_ = made;
            of_ = run;
            if (study_.now().overlays) runs_.newest = made_;
            redraw_.want(3);
        };
    });
}

void RecordedRun::forget() {
    made_.reset();
    of_.reset();
    asked_.reset();
    runs_.newest = runs_.emulated;
}

} // namespace warpscope::workbench
