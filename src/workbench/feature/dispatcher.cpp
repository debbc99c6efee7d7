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

} // namespace warpscope::workbench
