#include "workbench/machine_code/machine_code_feature.hpp"

#include <algorithm>

#include "base/devices/device_model.hpp"
#include "render/view_state.hpp"

namespace warpscope::workbench {

void MachineCodeFeature::update() {
    maker_.deliver();
    const RunPtr& run = document_.shown;
    maker_.follow(run);
    const bool is_emulated = run && run->measured && run->not_emulated.empty();
    // Waits until a slider rests, because each run changes the PTX.
    if (is_emulated && is_needed() && !runs_.session.busy())
        maker_.start(selected_device_model(preferences_.peaks, model_.live.device).capability());
    view_.machine = maker_.lines();
    view_.machine_problem = maker_.problem();
    view_.machine_busy = maker_.busy();
}

bool MachineCodeFeature::is_needed() const {
    const bool in_source =
        document_.seen(Tab::source) && (shows_machine_code(preferences_.beside) || model_.hovered_code.line != 0);
    const bool in_inspector = model_.trace && (window_.sizes.inspector_open || document_.seen(Tab::inspector));
    const bool in_card = model_.trace && std::ranges::any_of(scene_.views, [](const auto& view) {
                             return render::has(view.overlays, render::Overlay::divergence);
                         });
    return in_source || in_inspector || in_card || preferences_.only_surviving_branches;
}

} // namespace warpscope::workbench
