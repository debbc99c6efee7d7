#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::serve {

struct TextSpan {
    std::string text;
    bool is_code = false, is_strong = false;
};
using Paragraph = std::vector<TextSpan>;
using ClassText = std::vector<Paragraph>;

enum class AnswerKind : uint8_t {
    none,   // the step only has text
    choice, // one of the options
    number,
    cells,
    lanes,
    line,
    window, // task in Warpscope's own window, or report about it
};

struct ClassOption {
    Paragraph text;
    bool is_right = false;
    ClassText means; // misconception that this choice reveals
};

struct NumberMistake {
    double value = 0;
    ClassText means;
};

struct CellMistake {
    std::vector<bool> cells;
    ClassText means;
};

/// A lesson's step as data, with measured answers.
struct ClassStep {
    std::string title;
    ClassText text, ask, explain;
    AnswerKind kind = AnswerKind::none;
    std::string measured; // right answer in words
    std::string unit;

    // Each member below belongs to one kind of answer.
    std::vector<ClassOption> options;    // choice
    double answer = 0, tolerance = 0;    // number
    std::vector<NumberMistake> mistakes; // number

    std::string png;                // cells
    uint32_t width = 0, height = 0; // size of the picture in cells
    uint32_t pick = 1;              // number of cells to select
    std::vector<bool> right_cells;
    std::vector<CellMistake> cell_mistakes;

    uint32_t right_lanes = 0;
    std::vector<std::string> lines; // source lines to choose from
    std::vector<uint32_t> right_lines;
};

/// A lesson's texts in another language. Its steps have the same answers, but no pictures.
struct ClassTranslation {
    std::string title;
    std::vector<ClassStep> steps;
};

struct ClassLesson {
    std::string title;
    std::string name; // in the link to Warpscope's own window
    std::vector<ClassStep> steps;
    std::map<std::string, ClassTranslation, std::less<>> translations = {}; // by code, such as "ru"
};

/// Launch of an attempt at a "your turn" task, made in Warpscope's own window
struct AttemptSetup {
    std::vector<uint32_t> block; // x, y, z
    std::map<std::string, double> values;
    bool has_kernel = false; // false: the lesson's kernel

    friend bool operator==(const AttemptSetup&, const AttemptSetup&) = default;
};

/// The server's verdict about an attempt.
struct Judgment {
    bool is_reached = false;
    std::string words; // unmet parts of the goal, or the error
};

/// A student's answer. Only the members of the question's kind are set.
struct ClassAnswer {
    size_t option = 0;
    double number = 0;
    std::vector<uint32_t> cells; // sorted
    uint32_t lanes = 0;
    uint32_t line = 0;
    bool is_reached = false;           // window: success, reported by the student or Warpscope's own window
    std::string text;                  // window: kernel or note, untrusted
    std::optional<AttemptSetup> setup; // window: nullopt without Warpscope's own window
    std::optional<Judgment> judgment;
};

[[nodiscard]] bool is_attempt(const ClassAnswer& answer);

[[nodiscard]] bool is_right(const ClassStep& step, const ClassAnswer& answer);
[[nodiscard]] const ClassText* misconception(const ClassStep& step, const ClassAnswer& answer);

} // namespace warpscope::serve
