#include <utility>

#include "insight/value_difference.hpp"
#include "ui/app/app_state.hpp"
#include "ui/views/difference_choice.hpp"

namespace warpscope::ui {

void App::State::on(const SetReference& c) { scene.views[model.baseline.choice_of(c.view)].reference = c.reference; }

void App::State::update_differences() {
    for (size_t i = 0; i < differences.size(); ++i) {
        const std::optional<Subtraction> needed = subtraction_of(model, i);
        MadeDifference& cached = differences[i];
        model.differences[i] = needed && cached.subtraction == needed ? cached.difference : nullptr;
        if (!needed) cached = {};
        if (!needed || model.differences[i] || making_difference) continue;
        making_difference = true;
        layer_worker.post([this, i, needed]() -> Worker::Finish {
            auto made = std::make_shared<const insight::ValueDifference>(make_difference(*needed));
            return [this, i, needed, made] {
                making_difference = false;
                differences[i] = {needed, made};
                redraw.want();
            };
        });
    }
}

} // namespace warpscope::ui
