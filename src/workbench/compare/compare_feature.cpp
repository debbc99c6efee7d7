#include "workbench/compare/compare_feature.hpp"

#include <utility>

#include "workbench/launch/commands.hpp"
#include "workbench/window/commands.hpp"

namespace warpscope::workbench {

bool CompareFeature::perform(const Perform& action) {
    switch (action.action) {
    case Action::compare: on(SetBaseline{!pinned_.now().result || pinned_.now().result != document_.shown}); break;
    case Action::side_by_side: on(SetSideBySide{!pinned_.now().side_by_side}); break;
    default: return false;
    }
    return true;
}

void CompareFeature::on(const SetBaseline& c) {
    if (!c.on) {
        on(SetSideBySide{false});
        pinned_.forget();
    } else if (document_.shown) {
        pinned_.pin(document_.shown);
        document_.camera.jump = true;
    }
    publish();
}

void CompareFeature::on(const CompareWith& c) {
    on(SetBaseline{true});
    if (!pinned_.now().result) return;
    send(ChooseVariant{c.variant, true});
    on(SetSideBySide{true});
    show_both_runs();
}

void CompareFeature::on(const PinRun& c) {
    pinned_.pin(c.run);
    publish();
    on(SetSideBySide{true});
}

void CompareFeature::show_both_runs() {
    const catalog::Experiment* const e = document_.experiment();
    const bool trees = e != nullptr && e->initial_layout.tab == info(Tab::epochs).name;
    if (!document_.seen(Tab::epochs) && !document_.seen(Tab::compare))
        preferences_.tab = trees ? Tab::epochs : Tab::compare;
    const bool shows_trees = trees && preferences_.tab == Tab::epochs;
    if (shows_trees) window_.drawer_leads = true;
    if (!window_.presentation)
        send(SetDrawer{true});
    else if (shows_trees)
        window_.drawer_large = true;
}

void CompareFeature::on(const SetSideBySide& c) {
    if (c.on && !pinned_.now().result) {
        if (!document_.shown) return;
        on(SetBaseline{true});
    }
    if (c.on == pinned_.now().side_by_side) return;
    pinned_.set_side_by_side(c.on);
    document_.camera.jump = true;
    publish();
}

void CompareFeature::update() {
    const RunPtr& present = document_.shown;
    if (present && !start_.compare_with.empty()) {
        on(CompareWith{std::exchange(start_.compare_with, {})});
        redraw_.want();
    }
    pinned_.compare_with(present);
    pinned_.select(document_.pointing.spot(scene_), scene_.pin.has_value(), present, model_.trace, traces_);
    pinned_.update_block_view(document_.seen(Tab::epochs), present, model_.block_view_state.launch, traces_);
    publish();
}

} // namespace warpscope::workbench
