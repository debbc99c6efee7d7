#include "workbench/document/traces.hpp"

#include <utility>

#include "render/layout/cell_plane.hpp"

namespace warpscope::workbench {

TracePtr Traces::wanted(const RunPtr& run, session::FocusKey key) {
    auto ready = session_.trace(*run, key);
    if (!ready && !session_.trace_failure(*run, key)) requests_.push_back({run, key});
    return ready;
}

void Traces::ask() {
    if (requests_.empty()) {
        asked_.reset();
    } else if (requests_.front() != asked_) {
        asked_ = requests_.front();
        session_.focus(asked_->run, asked_->key);
    }
}

bool SelectedTrace::update(const RunPtr& run, session::FocusKey key, Traces& traces) {
    auto ready = traces.wanted(run, key);
    if (!ready) return false;
    const bool other = ready != trace_;
    trace_ = std::move(ready);
    of_ = run;
    return other;
}

session::FocusKey block_of_thread(const session::RunResult& run, metrics::ThreadId thread) {
    const auto launch = static_cast<uint32_t>(run.measured->launches().size() - 1);
    return {launch, render::block_of(run.shown().config, thread)};
}

} // namespace warpscope::workbench
