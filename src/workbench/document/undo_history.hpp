// Undo history of launch setup, notes and guessed setup, but not of views.
#pragma once

#include <memory>
#include <vector>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"

namespace warpscope::workbench {

struct UndoStep {
    scene::LaunchSetup source;
    scene::Notes notes = {};
    std::shared_ptr<const catalog::Experiment> setup = {};

    friend bool operator==(const UndoStep&, const UndoStep&) = default;
};

class History {
public:
    /// Changes with the same non-empty `gesture` are one step until end_gesture().
    void record(const UndoStep& before, const std::string& gesture);
    void end_gesture() { gesture_.clear(); }

    [[nodiscard]] bool can_undo() const { return !past_.empty(); }
    [[nodiscard]] bool can_redo() const { return !future_.empty(); }
    /// Requires can_undo().
    [[nodiscard]] UndoStep undo(const UndoStep& now);
    [[nodiscard]] UndoStep redo(const UndoStep& now);
    void withdraw();

private:
    static constexpr size_t max_steps = 500;
    std::vector<UndoStep> past_, future_;
    std::string gesture_;
};

} // namespace warpscope::workbench
