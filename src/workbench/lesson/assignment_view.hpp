#pragma once

#include <string>
#include <vector>

#include "lesson/assignment.hpp"

namespace warpscope::workbench {

struct AssignmentView {
    std::string title, kernel;
    std::vector<lesson::GateResult> gates;
    double points = 0, max = 0;
    bool checked = false;
    bool checking = false;
    bool away = false;
    size_t cases = 0, judged = 0;
    std::string opening;
    size_t opened = 0;
    Message problem;

    [[nodiscard]] size_t passed() const {
        return static_cast<size_t>(std::ranges::count_if(gates, [](const auto& gate) { return gate.passed; }));
    }
};

} // namespace warpscope::workbench
