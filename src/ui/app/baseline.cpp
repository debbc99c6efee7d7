// Pinning the present run and comparing later ones with it.
#include <utility>

#include "ui/app/app_state.hpp"

namespace warpscope::ui {

void App::State::on(const SetBaseline& c) {
    if (!c.on) {
        on(SetSideBySide{false});
        baseline.forget();
        return;
    }
    if (!model.result) return;
    baseline.pin(model.result);
    camera.jump = true;
}

void App::State::on(const CompareWith& c) {
    on(SetBaseline{true});
    if (!baseline.now().result) return;
    choose_variant(c.variant, true);
    on(SetSideBySide{true});
    show_both_runs();
}

/// Brings a tab of the drawer that shows two runs: trees where they tell the experiment's story.
void App::State::show_both_runs() {
    const catalog::Experiment* const e = experiment();
    const bool trees = e != nullptr && e->first_look.tab == info(Tab::epochs).name;
    if (!seen(Tab::epochs) && !seen(Tab::compare)) preferences.tab = trees ? Tab::epochs : Tab::compare;
    if (trees && preferences.tab == Tab::epochs) window.drawer_leads = true;
    if (!window.presentation)
        on(SetDrawer{true});
    else if (trees && preferences.tab == Tab::epochs) // two pictures say more than a table
        window.drawer_large = true;
}

void App::State::on(const SetSideBySide& c) {
    if (c.on && !baseline.now().result) {
        if (!model.result) return;
        on(SetBaseline{true});
    }
    if (c.on == baseline.now().side_by_side) return;
    baseline.set_side_by_side(c.on);
    camera.jump = true;
}

void App::State::update_baseline() {
    const auto& present = model.result;
    if (present && !start.compare_with.empty()) {
        on(CompareWith{std::exchange(start.compare_with, {})});
        redraw.want();
    }
    baseline.compare_with(present);
    baseline.select(pointing.spot(scene), scene.pin.has_value(), present, trace.get(), traces);
    baseline.update_block_view(seen(Tab::epochs), present, block_view_state.launch, traces);
    model.baseline = baseline.now();
}

} // namespace warpscope::ui
