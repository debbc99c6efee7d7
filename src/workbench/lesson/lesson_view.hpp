// What panels see of the lesson that is open.
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
    loading,  // its launches are on their way
    reading,  // a step without a question
    asking,   // nothing is told before something was predicted
    answered, // the measured answer is shown
};

struct LessonView {
    std::shared_ptr<const lesson::Lesson> lesson;
    size_t step = 0;
    LessonPhase phase = LessonPhase::loading;
    lesson::Run run;                                            // that the words are of; null while loading
    std::string text;                                           // of the step, as Markdown
    std::vector<uint32_t> code;                                 // quoted lines of the kernel
    lesson::Run beside;                                         // whose pictures stand beside; null: none, or loading
    std::vector<uint32_t> beside_code;                          // quoted lines of its kernel
    std::shared_ptr<const lesson::Asked> asked;                 // null without a question, and while loading
    std::shared_ptr<const insight::CellSet> highlighted;        // cells that light up now; null: none
    std::shared_ptr<const insight::CellSet> highlighted_beside; // the same in the launch beside
    std::shared_ptr<const insight::CellSet> picked;             // cells that are picked; null: none
    lesson::Prediction prediction;
    std::string typed; // in the place of a number
    Sureness sure = Sureness::none;
    std::optional<lesson::Verdict> verdict; // once answered
    std::optional<Diagnostic> problem;      // why the step cannot be shown
    std::vector<uint32_t> votes;            // of a class, by Asked::options
    size_t compared = 0;                    // while loading: launches that have run which the step is compared with
    bool undone = false;                    // the newest launch does not reach the goal that was reached
    size_t round = 0;                       // 0: the step's own size, then Question::again
    lesson::LessonProgress progress;
    bool on_slide = false; // a picture to be shown: nothing to press
    std::string copy;      // the file that the student may change; empty while there is none

    [[nodiscard]] const lesson::Step& now() const { return lesson->steps[step]; }
    [[nodiscard]] const lesson::Question* question() const { return now().question ? &*now().question : nullptr; }
    /// What would give the answer away is not shown.
    [[nodiscard]] bool covers() const {
        const lesson::Question* asks = question();
        if (asks == nullptr) return phase == LessonPhase::reading && tells_early();
        return asks->kind != lesson::Kind::settings && phase != LessonPhase::answered;
    }

private:
    /// The launch has findings, which a question about it that comes after these words is not to be answered from.
    [[nodiscard]] bool tells_early() const;
};

} // namespace warpscope::workbench
