#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "insight/cell_set.hpp"
#include "lesson/progress.hpp"
#include "lesson/question.hpp"
#include "workbench/lesson/commands.hpp"

namespace warpscope::workbench {

enum class LessonPhase : uint8_t {
    loading,
    reading,
    asking,
    answered,
};

struct ClassStanding {
    enum class Answer : uint8_t { none, sending, saved, refused };
    Answer answer = Answer::none;
    std::string refusal;
    bool is_changed = false; // the shown prediction is not the saved one
    bool is_lost = false;    // the server does not answer
};

struct LessonView {
    std::shared_ptr<const lesson::Lesson> lesson;
    size_t step = 0;
    LessonPhase phase = LessonPhase::loading;
    lesson::Run run;
    std::string text; // in Markdown
    std::vector<uint32_t> code;
    lesson::Run beside;
    std::vector<uint32_t> beside_code;
    std::shared_ptr<const lesson::EvaluatedQuestion> evaluated;
    std::shared_ptr<const insight::CellSet> highlighted;
    std::shared_ptr<const insight::CellSet> highlighted_in_other_run;
    std::shared_ptr<const insight::CellSet> picked;
    lesson::Prediction prediction;
    std::string typed;
    Confidence confidence = Confidence::none;
    std::optional<lesson::Verdict> verdict;
    std::optional<Diagnostic> problem;
    std::vector<uint32_t> votes; // by option
    size_t compared = 0;
    bool undone = false; // the goal was reached, but the newest run misses it
    size_t round = 0;    // 0: the step's own size; k: Question::again[k - 1]
    lesson::LessonProgress progress;
    bool knows_own_answer = false;
    bool on_slide = false;
    std::string copy;
    int64_t copied_at = 0; // time (Unix) of a copy from an earlier visit, or 0
    std::optional<ClassStanding> in_class;

    [[nodiscard]] const lesson::Step& now() const { return lesson->steps[step]; }
    [[nodiscard]] const lesson::Question* question() const { return now().question ? &*now().question : nullptr; }
    [[nodiscard]] bool covers() const {
        const lesson::Question* asks = question();
        if (asks == nullptr) return phase == LessonPhase::reading && now().tab.empty() && reveals_early();
        return asks->kind != lesson::Kind::settings && phase != LessonPhase::answered;
    }
    /// Returns whether the step's question is answered. A step without a question is passed if it precedes the current
    /// step.
    [[nodiscard]] bool is_passed(size_t index) const;

private:
    [[nodiscard]] bool reveals_early() const;
};

} // namespace warpscope::workbench
