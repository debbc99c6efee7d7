#include "workbench/compare/pinned_run.hpp"

#include <utility>

#include "render/layout/cell_plane.hpp"

namespace warpscope::workbench {

void PinnedRun::pin(const RunPtr& run) {
    now_.result = run;
    now_.comparison.reset();
    compared_.reset();
}

void PinnedRun::forget() {
    now_ = {};
    compared_.reset();
}

void PinnedRun::set_side_by_side(bool on) {
    now_.side_by_side = on;
    if (!on) now_.trace.reset();
}

void PinnedRun::compare_with(const RunPtr& present) {
    if (!now_.result || !present || present == compared_) return;
    compared_ = present;
    if (!present->not_emulated.empty() || !now_.result->not_emulated.empty()) {
        now_.comparison = nullptr;
        return;
    }
    worker_.post([this, first = now_.result, second = present]() -> Worker::Finish {
        auto made = std::make_shared<const analysis::Comparison>(analysis::compare(*first, *second));
        return [this, first, second, made] {
            if (now_.result != first || compared_ != second) return;
            now_.comparison = made;
            redraw_.want();
        };
    });
}

void PinnedRun::select(const std::optional<scene::Spot>& spot, bool pinned, const RunPtr& present,
                       const TracePtr& present_trace, Traces& traces) {
    now_.selection = {};
    const bool there_too = spot && now_.result && render::exists(*now_.result, spot->space);
    if (now_.side_by_side && present && there_too && render::exists(*present, spot->space)) {
        const render::Point here = render::plane_size(*present, spot->space),
                            there = render::plane_size(*now_.result, spot->space);
        if (here.x == there.x && here.y == there.y) {
            now_.selection = render::pick(*now_.result, spot->space, spot->place);
            now_.selection.pinned = pinned;
        }
    }
    if (now_.selection.thread == 0) {
        now_.trace.reset();
    } else if (now_.result == present) {
        now_.trace = present_trace;
    } else {
        auto ready = traces.wanted(now_.result, block_of_thread(*now_.result, now_.selection.thread));
        if (ready && ready != now_.trace) redraw_.want();
        now_.trace = std::move(ready);
    }
}

void PinnedRun::update_block_view(bool shown, const RunPtr& present, std::optional<uint32_t> launch, Traces& traces) {
    const RunPtr& run = now_.result;
    if (shown && now_.side_by_side && run && run != present && !run->measured->launches().empty())
        block_view_.want(run, block_to_view(*run, now_.selection, launch), traces);
    else
        block_view_.rest(nullptr);
    now_.block_view = block_view_.view();
    now_.block_view_problem = block_view_.problem();
}

} // namespace warpscope::workbench
