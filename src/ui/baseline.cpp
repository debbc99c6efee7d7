// The run that the user has pinned, what it is compared with, and the cell of it that belongs to the cursor.
#include <utility>

#include "render/plane.hpp"
#include "ui/app_state.hpp"

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
    preferences.tab = Tab::compare;
    preferences.panes.drawer_open = true;
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
    } else if (trace) { // one block after the other: a new wish would take the place of the other
        const auto launch = static_cast<uint32_t>(baseline.result->measured->launches().size() - 1);
        const session::FocusKey key{launch,
                                    render::block_of(baseline.result->shown().config, baseline.selection.thread)};
        if (baseline.result == present) {
            baseline.trace = trace;
        } else if (auto ready = session.trace(*baseline.result, key)) {
            if (ready != baseline.trace) frames_wanted = std::max(frames_wanted, 2);
            baseline.trace = std::move(ready);
        } else {
            baseline.trace.reset();
            session.focus(baseline.result, key);
        }
    }
    model.baseline = baseline;
}

} // namespace warpscope::ui
