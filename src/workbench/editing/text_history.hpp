// Undo and redo of a text that is typed: a run of typing at one place is one step.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpscope::workbench {

struct TextStep {
    std::string text;
    size_t caret = 0; // bytes before it
};

class TextHistory {
public:
    static constexpr double pause = 0.8;                                      // seconds without typing end a step
    static constexpr size_t most_steps = 1000, most_bytes = size_t{16} << 20; // of whole texts

    /// `before` becomes `after` at the time `now` in seconds.
    void record(const TextStep& before, const TextStep& after, double now);
    /// The next record() begins a step, whatever it changes.
    void end_step() { typed_to_.reset(); }
    void clear() { *this = {}; }

    [[nodiscard]] bool can_undo() const { return !past_.empty(); }
    [[nodiscard]] bool can_redo() const { return !future_.empty(); }
    /// The text before the last step; `now` becomes what redo goes to. Only when can_undo(), and so on.
    [[nodiscard]] TextStep undo(TextStep now);
    [[nodiscard]] TextStep redo(TextStep now);

private:
    struct Place {
        size_t caret = 0;
        double when = 0;
    };
    std::vector<TextStep> past_, future_;
    std::optional<Place> typed_to_; // where the present step goes on
};

} // namespace warpscope::workbench
