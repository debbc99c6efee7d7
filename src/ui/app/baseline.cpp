// The run that the user has pinned, what it is compared with, and the cell of it that belongs to the cursor.
#include <utility>

#include "render/layout/cell_plane.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

void App::State::on(const SetBaseline& c) {
    if (!c.on) {
        on(SetSideBySide{false});
        baseline = {};
        compared.reset();
        return;
    }
    if (!model.result) return;
    baseline.result = model.result;
    baseline.comparison.reset();
    compared.reset();
    jump = true;
}

void App::State::on(const CompareWith& c) {
    on(SetBaseline{true});
    if (!baseline.result) return;
    on(ChooseVariant{c.variant});
    on(SetSideBySide{true});
    if (!seen(Tab::epochs)) preferences.tab = Tab::compare; // both of them show two runs
    on(SetDrawer{true});
}

void App::State::on(const SetSideBySide& c) {
    if (c.on && !baseline.result) {
        if (!model.result) return;
        on(SetBaseline{true});
    }
    if (c.on == baseline.side_by_side) return;
    baseline.side_by_side = c.on;
    jump = true;
    ViewChoice& left = preferences.views[0];
    if (c.on) {
        left_before = left;
        left = preferences.views[1]; // the same things marked in both
    } else {
        left = left_before;
        baseline.trace.reset();
    }
}

void App::State::update_baseline() {
    const auto& present = model.result;
    if (present && !start.compare_with.empty()) {
        on(CompareWith{std::exchange(start.compare_with, {})});
        frames_wanted = std::max(frames_wanted, 2);
    }
    if (baseline.result && present && present != compared) {
        // Comparing outputs takes as long as these are large.
        compared = present;
        worker.post([this, first = baseline.result, second = present]() -> Worker::Finish {
            auto made = std::make_shared<const analysis::Comparison>(analysis::compare(*first, *second));
            return [this, first, second, made] {
                if (baseline.result != first || compared != second) return;
                baseline.comparison = made;
                frames_wanted = std::max(frames_wanted, 2);
            };
        });
    }
    baseline.selection = {};
    const std::optional<Spot> spot = pinned ? pinned : hover;
    const bool there_too = spot && baseline.result && render::exists(*baseline.result, spot->space);
    if (baseline.side_by_side && present && there_too && render::exists(*present, spot->space)) {
        const render::Point here = render::plane_size(*present, spot->space),
                            there = render::plane_size(*baseline.result, spot->space);
        if (here.x == there.x && here.y == there.y) {
            baseline.selection = render::pick(*baseline.result, spot->space, spot->place);
            baseline.selection.pinned = pinned.has_value();
        }
    }
    if (baseline.selection.thread == 0) {
        baseline.trace.reset();
    } else if (baseline.result == present) {
        baseline.trace = trace;
    } else {
        const auto launch = static_cast<uint32_t>(baseline.result->measured->launches().size() - 1);
        const uint64_t block = render::block_of(baseline.result->shown().config, baseline.selection.thread);
        auto ready = wanted_trace(baseline.result, {launch, block});
        if (ready && ready != baseline.trace) frames_wanted = std::max(frames_wanted, 2);
        baseline.trace = std::move(ready);
    }
    update_baseline_block_view();
    model.baseline = baseline;
}

/// The pinned run's block for the diagram beside the present one.
void App::State::update_baseline_block_view() {
    const auto& run = baseline.result;
    const bool wanted =
        seen(Tab::epochs) && baseline.side_by_side && run && run != model.result && !run->measured->launches().empty();
    baseline_block_view_ready = true;
    baseline.block_view_problem.reset();
    if (!wanted) {
        baseline.block_view.reset();
        return;
    }
    const session::FocusKey key = block_view_block(*run, baseline.selection);
    const auto& made = baseline.block_view;
    if (made && made->result == run && made->trace->launch == key.launch && made->trace->block == key.block) return;
    const auto ready = wanted_trace(run, key);
    if (!ready) {
        baseline.block_view_problem = session.trace_failure(*run, key);
        baseline_block_view_ready = baseline.block_view_problem.has_value();
        return;
    }
    baseline_block_view_ready = false;
    if (baseline_block_view_preparing) return; // one after the other
    baseline_block_view_preparing = true;
    worker.post([this, run, ready]() -> Worker::Finish {
        auto block_view = make_block_view(run, ready);
        return [this, block_view] {
            baseline_block_view_preparing = false;
            baseline.block_view = block_view;
            frames_wanted = std::max(frames_wanted, 2);
        };
    });
}

} // namespace warpscope::ui
