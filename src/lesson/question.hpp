#pragma once

#include <optional>
#include <string>
#include <vector>

#include "insight/cell_set.hpp"
#include "lesson/facts.hpp"
#include "lesson/lesson.hpp"
#include "lesson/prediction.hpp"

namespace warpscope::lesson {

struct Option {
    std::string text;
    bool right = false;
    std::string means;
};

using insight::CellSet;

/// Question with measured numbers, in Markdown.
struct EvaluatedQuestion {
    Kind kind{};
    std::string ask, explain, unit, why;
    std::string measured_unit;    // unit in the answer's grammatical form; for an order: measured values
    std::optional<double> answer; // number, choice
    std::vector<Option> options;  // number, choice, order; as displayed
    struct Mistake {
        double value = 0;
        std::string means;
    };
    std::vector<Mistake> mistakes; // number
    struct Misconception {
        CellSet cells;
        std::string means;
    };
    std::vector<Misconception> misconceptions; // cells
    CellSet right_cells;
    uint32_t pick = 1;
    uint32_t right_lanes = 0;
    std::vector<uint32_t> right_lines;
    std::optional<CellSet> highlighted;
    std::optional<CellSet> highlighted_in_other_run;
    uint64_t explained_block = 0;
    uint32_t explained_warp = 0;
    bool reached = false;
    std::vector<GoalPart> goal;
};

struct Verdict {
    bool right = false;
    std::string said; // "You said 176."
    std::string means;
    std::string measured; // "75"
};

[[nodiscard]] Result<EvaluatedQuestion> ask(const Step& step, const Facts& facts);
[[nodiscard]] bool is_complete(const EvaluatedQuestion& evaluated, const Prediction& prediction);
/// Returns the measured answer without judging a prediction.
[[nodiscard]] Verdict measured(const EvaluatedQuestion& evaluated);
[[nodiscard]] double tolerance_of(double answer);
[[nodiscard]] Verdict judge(const EvaluatedQuestion& evaluated, const Prediction& prediction);

/// Errors name a fragment that no line contains.
[[nodiscard]] Result<std::vector<uint32_t>> quoted_lines(const Step& step, const session::RunResult& run);
[[nodiscard]] Result<std::vector<uint32_t>> quoted_lines_beside(const Step& step, const session::RunResult& run);

} // namespace warpscope::lesson
