#include "workbench/views/block_view_maker.hpp"

#include <algorithm>

#include "render/layout/cell_plane.hpp"

namespace warpscope::workbench {

bool BlockViewMaker::shows(const RunPtr& run, session::FocusKey key) const {
    return view_ && view_->result == run && view_->trace->launch == key.launch && view_->trace->block == key.block;
}

void BlockViewMaker::rest(const RunPtr& run) {
    ready_ = true;
    problem_.reset();
    if (view_ && view_->result != run) view_.reset();
}

void BlockViewMaker::want(const RunPtr& run, session::FocusKey key, Traces& traces) {
    problem_.reset();
    ready_ = shows(run, key);
    if (ready_) return;
    const TracePtr trace = traces.wanted(run, key);
    if (!trace) {
        problem_ = traces.failure(*run, key);
        ready_ = problem_.has_value();
        return;
    }
    if (making_) return;
    making_ = true;
    worker_.post([this, run, trace]() -> Worker::Finish {
        return [this, made = insight::make_block_view(run, trace)] {
            making_ = false;
            view_ = made;
            redraw_.want();
        };
    });
}

session::FocusKey block_to_view(const session::RunResult& run, const render::Selection& selection,
                                std::optional<uint32_t> launch) {
    const auto& launches = run.measured->launches();
    const auto last = static_cast<uint32_t>(launches.size() - 1);
    const uint32_t shown = std::min(launch.value_or(last), last);
    session::FocusKey key{shown, insight::middle_block(launches[shown].config)};
    if (selection.thread == 0) return key;
    const uint64_t block = render::block_of(run.shown().config, selection.thread);
    if (block < launches[shown].config.blocks()) key.block = block;
    return key;
}

} // namespace warpscope::workbench
