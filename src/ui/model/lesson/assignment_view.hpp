// The assignment that is open, as a checklist of its gates.
#pragma once

#include <string>
#include <vector>

#include "lesson/assignment.hpp"

namespace warpscope::ui {

struct AssignmentView {
    std::string title, kernel;             // "transpose/padded"
    std::vector<lesson::GateResult> gates; // as they were found last; their names only before that
    double points = 0, most = 0;
    bool checked = false;         // the gates are of some text
    bool checking = false;        // a newer text is being judged
    bool away = false;            // another kernel is shown
    size_t cases = 0, judged = 0; // all of them; those that the newer text has been run in
    std::string opening;          // the file that is being opened, its cases being run; empty: none
    size_t opened = 0;            // of these cases
    Message problem;              // why nothing can be judged; empty otherwise

    [[nodiscard]] size_t passed() const {
        return static_cast<size_t>(std::ranges::count_if(gates, [](const auto& gate) { return gate.passed; }));
    }
};

} // namespace warpscope::ui
