// Undo and redo of a scene's source, one step per drag. What only the eye sees (views, camera, pins) is no step.
#pragma once

#include <vector>

#include "scene/scene.hpp"

namespace warpscope::ui {

class History {
public:
    /// Remembers `before` as what undo goes back to. Changes with the same non-empty `gesture` that follow each other
    /// without end_gesture() between them are one step.
    void record(const scene::Source& before, const std::string& gesture);
    void end_gesture() { gesture_.clear(); }

    [[nodiscard]] bool can_undo() const { return !past_.empty(); }
    [[nodiscard]] bool can_redo() const { return !future_.empty(); }
    /// The choice before the last step; `now` becomes what redo goes to. Only when can_undo().
    [[nodiscard]] scene::Source undo(const scene::Source& now);
    [[nodiscard]] scene::Source redo(const scene::Source& now);
    /// Forgets the newest step, because it came to nothing.
    void withdraw();

private:
    static constexpr size_t max_steps = 500;
    std::vector<scene::Source> past_, future_;
    std::string gesture_;
};

} // namespace warpscope::ui
