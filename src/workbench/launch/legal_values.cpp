#include "workbench/launch/legal_values.hpp"

#include <utility>

namespace warpscope::workbench {

void LegalValues::update(const scene::LaunchSetup& setup, const catalog::Variant& variant, const RunPtr& newest,
                         const DeviceLimits& limits) {
    // Needs a run with this input, because only a run knows the input's shape.
    scene::LaunchSetup unpainted = setup;
    unpainted.input = setup.input.without_painting();
    const bool opened = newest && newest->request.input.without_painting() == unpainted.input;
    if (catalog::main_input(variant) != nullptr && !opened) return;
    const Key key{std::move(unpainted), opened ? newest->input.layout.shape : Shape{}};
    if (asked_ == key) return;
    if (!asked_ || asked_->setup.experiment != setup.experiment || asked_->setup.variant != setup.variant)
        illegal_.clear();
    asked_ = key;
    worker_.post([this, key, variant, limits]() -> Worker::Finish {
        auto found = catalog::all_illegal_values(variant, key.setup.settings, key.input, limits);
        return [this, key, found = std::move(found)] {
            if (asked_ != key) return;
            illegal_ = found;
            redraw_.want();
        };
    });
}

} // namespace warpscope::workbench
