#include "ui/state/edit/assignment_check.hpp"

#include <utility>

namespace warpscope::ui {

AssignmentCheck::~AssignmentCheck() {
    if (opening_) *opening_ = true;
    close();
}

std::shared_ptr<const std::atomic<bool>> AssignmentCheck::begin_opening() {
    if (opening_) *opening_ = true;
    opening_ = std::make_shared<std::atomic<bool>>(false);
    return opening_;
}

void AssignmentCheck::open(lesson::Assignment assignment, lesson::References references) {
    close();
    view_ = {};
    view_.title = assignment.title;
    view_.kernel = assignment.run.target;
    for (const lesson::Gate& gate : assignment.gates) {
        view_.gates.push_back({gate.name, false, {}});
        view_.most += gate.points;
    }
    assignment_ = std::make_shared<const lesson::Assignment>(std::move(assignment));
    references_ = std::make_shared<const lesson::References>(std::move(references));
}

void AssignmentCheck::close() {
    if (cancel_) *cancel_ = true;
    cancel_.reset();
    asked_.reset();
    assignment_.reset();
    references_.reset();
    view_.checking = false;
}

void AssignmentCheck::follow(bool shown, const std::optional<std::string>& text) {
    if (!on()) return;
    view_.away = !shown;
    // Without the first half a text that is none would be unlike any.
    if (shown && (!asked_ || *asked_ != text)) check(text);
}

void AssignmentCheck::check(const std::optional<std::string>& text) {
    if (cancel_) *cancel_ = true;
    asked_ = text;
    view_.checking = true;
    cancel_ = std::make_shared<std::atomic<bool>>(false);
    worker_.post(
        [this, text, assignment = assignment_, references = references_, cancel = cancel_]() -> Worker::Finish {
            using Judged = Result<lesson::Grade>;
            auto judged =
                std::make_shared<Judged>(*cancel ? Judged(fail(ErrorKind::cancelled, ""))
                                                 : lesson::grade_text(*assignment, *references, text, cancel.get()));
            return [this, cancel, judged] {
                if (cancel != cancel_) return; // of a text that was changed since
                redraw_.want(3);
                view_.checking = false;
                view_.problem = *judged ? "" : judged->error().text();
                if (!*judged) return;
                view_.checked = true;
                view_.gates = std::move((*judged)->gates);
                view_.points = (*judged)->points;
            };
        });
}

} // namespace warpscope::ui
