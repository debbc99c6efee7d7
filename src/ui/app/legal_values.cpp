// Which values of the sliders make no launch: worked out on the worker whenever the choice changes, shown when ready.
#include "ui/app/app_state.hpp"

#include "catalog/legal.hpp"

namespace warpscope::ui {

void App::State::update_legal() {
    const catalog::Variant* const now = variant();
    if (now == nullptr) return;
    // The shape of an input is known once a run has opened it.
    const bool opened = newest && newest->request.input == choice.input;
    if (catalog::main_input(*now) != nullptr && !opened) return;
    const LegalKey key{choice, opened ? newest->input.layout.shape : Shape{}};
    if (legal_asked == key) return;
    if (!legal_asked || legal_asked->choice.experiment != choice.experiment ||
        legal_asked->choice.variant != choice.variant)
        illegal.clear(); // of other sliders
    legal_asked = key;
    worker.post([this, key, variant = *now, limits = model.limits]() -> Worker::Finish {
        auto found = catalog::all_illegal_values(variant, key.choice.settings, key.input, limits);
        return [this, key, found = std::move(found)] {
            if (legal_asked != key) return;
            illegal = found;
            frames_wanted = std::max(frames_wanted, 2);
        };
    });
}

} // namespace warpscope::ui
