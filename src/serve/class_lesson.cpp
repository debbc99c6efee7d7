#include "serve/class_lesson.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope::serve {

bool is_attempt(const ClassAnswer& answer) {
    return answer.setup.has_value() || answer.text.find("__global__") != std::string::npos;
}

bool is_right(const ClassStep& step, const ClassAnswer& answer) {
    switch (step.kind) {
    case AnswerKind::choice: return step.options[answer.option].is_right;
    case AnswerKind::number: return std::abs(answer.number - step.answer) <= step.tolerance;
    case AnswerKind::cells:
        return std::ranges::all_of(answer.cells, [&](uint32_t cell) { return step.right_cells[cell]; });
    case AnswerKind::lanes: return answer.lanes == step.right_lanes;
    case AnswerKind::line: return std::ranges::find(step.right_lines, answer.line) != step.right_lines.end();
    case AnswerKind::window: return answer.judgment ? answer.judgment->is_reached : answer.is_reached;
    case AnswerKind::none: break;
    }
    return false;
}

const ClassText* misconception(const ClassStep& step, const ClassAnswer& answer) {
    if (is_right(step, answer)) return nullptr;
    const auto text_or_null = [](const ClassText& text) { return text.empty() ? nullptr : &text; };
    if (step.kind == AnswerKind::choice) return text_or_null(step.options[answer.option].means);
    if (step.kind == AnswerKind::number)
        for (const NumberMistake& mistake : step.mistakes)
            if (std::abs(answer.number - mistake.value) <= step.tolerance) return text_or_null(mistake.means);
    if (step.kind == AnswerKind::cells)
        for (const CellMistake& mistake : step.cell_mistakes)
            if (std::ranges::any_of(answer.cells,
                                    [&](uint32_t cell) { return !step.right_cells[cell] && mistake.cells[cell]; }))
                return text_or_null(mistake.means);
    return nullptr;
}

} // namespace warpscope::serve
