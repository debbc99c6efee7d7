#include "workbench/feature/dispatcher.hpp"

#include <algorithm>

namespace warpscope::workbench {

void Dispatcher::send(const Command& command) const {
    if (const auto* action = command.as<Perform>()) {
        for (Feature* feature : features_)
            if (feature->perform(*action)) return;
        return;
    }
    const auto feature = std::ranges::find(features_, command.feature(), &Feature::name);
    if (feature != features_.end()) (*feature)->handle(command);
}

void Dispatcher::connect(Document& document) const {
    document.on_view_reset = [this] {
        for (Feature* feature : features_) feature->reset_view_state();
    };
    document.on_request = [this](const session::Request& request) {
        for (Feature* feature : features_) feature->run_requested(request);
    };
    document.on_answer = [this](const Diagnostic* failure) {
        for (Feature* feature : features_) feature->run_answered(failure);
    };
}

} // namespace warpscope::workbench
