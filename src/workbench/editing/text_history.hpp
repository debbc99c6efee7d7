#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpscope::workbench {

struct TextStep {
    std::string text;
    size_t caret = 0;
};

class TextHistory {
public:
    static constexpr double pause = 0.8; // seconds without typing that end a step
    static constexpr size_t max_steps = 1000, max_bytes = size_t{16} << 20;

    void record(const TextStep& before, const TextStep& after, double now);
    void end_step() { typed_to_.reset(); }
    void clear() { *this = {}; }

    [[nodiscard]] bool can_undo() const { return !past_.empty(); }
    [[nodiscard]] bool can_redo() const { return !future_.empty(); }
    /// Requires can_undo().
    [[nodiscard]] TextStep undo(TextStep now);
    [[nodiscard]] TextStep redo(TextStep now);

private:
    struct Place {
        size_t caret = 0;
        double when = 0;
    };
    std::vector<TextStep> past_, future_;
    std::optional<Place> typed_to_;
};

} // namespace warpscope::workbench
