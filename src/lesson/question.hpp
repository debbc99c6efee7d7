// A step's question with the numbers of its runs filled in, what was predicted, and whether that is right.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lesson/facts.hpp"
#include "lesson/lesson.hpp"
#include "lesson/prediction.hpp"

namespace warpscope::lesson {

/// An answer to choose from.
struct Option {
    std::string text; // Markdown
    bool right = false;
    std::string means; // Markdown; empty where nothing is said about it
};

/// Cells of a buffer, by their linear index.
struct CellSet {
    uint32_t buffer = 0; // in the plan
    std::vector<bool> cells;

    [[nodiscard]] bool has(uint64_t cell) const { return cell < cells.size() && cells[cell]; }
    [[nodiscard]] uint64_t count() const;
};

/// Immutable once made. All words are Markdown.
struct Asked {
    Kind kind{};
    std::string ask, explain, unit, why;
    std::string measured_unit;    // `unit`, in the form that the answer asks for
    std::optional<double> answer; // of number and choice, and what was measured of each of order
    std::vector<Option> options;  // of number, choice and order, in the order in which they are shown
    struct Mistake {
        double value = 0;
        std::string means;
    };
    std::vector<Mistake> mistakes; // of number
    struct Betrayed {
        CellSet cells;
        std::string means;
    };
    std::vector<Betrayed> betrayed; // of cells
    CellSet right_cells;            // of cells
    uint32_t pick = 1;
    uint32_t right_lanes = 0;          // of lanes: a bit for each
    std::vector<uint32_t> right_lines; // of line
    std::optional<CellSet> highlighted;
    std::optional<CellSet> highlighted_beside; // of the launch that stands beside the step's
    uint64_t why_block = 0;
    uint32_t why_warp = 0;
    bool reached = false;       // of settings: the goal
    std::vector<GoalPart> goal; // what it asks for, one by one
};

struct Verdict {
    bool right = false;
    std::string said;     // what was measured against what was predicted: "You said 176."
    std::string means;    // Markdown: what who predicts so may have thought; empty where nothing is known
    std::string measured; // the largest thing on the screen: "75"
};

/// Evaluates all that a step asks and says. The error stands at the file's line.
[[nodiscard]] Result<Asked> ask(const Step& step, const Facts& facts);
/// Nothing while the prediction is not complete.
[[nodiscard]] bool is_complete(const Asked& asked, const Prediction& prediction);
/// What was measured, without a prediction.
[[nodiscard]] Verdict measured(const Asked& asked);
[[nodiscard]] Verdict judge(const Asked& asked, const Prediction& prediction);

/// The lines of the kernel that a step quotes; the error names the words that are in no line.
[[nodiscard]] Result<std::vector<uint32_t>> quoted_lines(const Step& step, const session::RunResult& run);
/// The same of the kernel that stands beside the step's own, which `run` is of.
[[nodiscard]] Result<std::vector<uint32_t>> quoted_lines_beside(const Step& step, const session::RunResult& run);

} // namespace warpscope::lesson
