#include "workbench/launch/legal_values.hpp"

namespace warpscope::workbench {

void LegalValues::update(const scene::Source& choice, const catalog::Variant& variant, const RunPtr& newest,
                         const DeviceLimits& limits) {
    // The input's shape is known only after a run.
    const bool opened = newest && newest->request.input == choice.input;
    if (catalog::main_input(variant) != nullptr && !opened) return;
    const Key key{choice, opened ? newest->input.layout.shape : Shape{}};
    if (asked_ == key) return;
    if (!asked_ || asked_->choice.experiment != choice.experiment || asked_->choice.variant != choice.variant)
        illegal_.clear();
    asked_ = key;
    worker_.post([this, key, variant, limits]() -> Worker::Finish {
        auto found = catalog::all_illegal_values(variant, key.choice.settings, key.input, limits);
        return [this, key, found = std::move(found)] {
            if (asked_ != key) return;
            illegal_ = found;
            redraw_.want();
        };
    });
}

} // namespace warpscope::workbench
