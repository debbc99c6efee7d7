// Undo and redo of a scene's source and notes, and of a guessed set-up, one step per drag. What only the eye sees
// (views, camera, pins) is no step.
#pragma once

#include <memory>
#include <vector>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"

namespace warpscope::workbench {

/// What undo goes back to.
struct UndoStep {
    scene::Source source;
    scene::Notes notes = {};
    std::shared_ptr<const catalog::Experiment> setup = {}; // guessed, that the step changes; null: another kind of step

    friend bool operator==(const UndoStep&, const UndoStep&) = default;
};

class History {
public:
    /// Remembers `before` as what undo goes back to. Changes with the same non-empty `gesture` that follow each other
    /// without end_gesture() between them are one step.
    void record(const UndoStep& before, const std::string& gesture);
    void end_gesture() { gesture_.clear(); }

    [[nodiscard]] bool can_undo() const { return !past_.empty(); }
    [[nodiscard]] bool can_redo() const { return !future_.empty(); }
    /// What there was before the last step; `now` becomes what redo goes to, its set-up only where the step changes
    /// that. Only when can_undo().
    [[nodiscard]] UndoStep undo(const UndoStep& now);
    [[nodiscard]] UndoStep redo(const UndoStep& now);
    /// Forgets the newest step, because it came to nothing.
    void withdraw();

private:
    static constexpr size_t max_steps = 500;
    std::vector<UndoStep> past_, future_;
    std::string gesture_;
};

} // namespace warpscope::workbench
