#include "workbench/lesson/assignment_check.hpp"

#include <utility>

namespace warpscope::workbench {

AssignmentCheck::~AssignmentCheck() {
    if (opening_) opening_->cancel = true;
    stop_checking();
}

void AssignmentCheck::begin_opening(const std::string& name, std::function<Worker::Finish(const Watch&)> read) {
    if (opening_) opening_->cancel = true;
    opening_ = std::make_shared<lesson::CaseWatch>();
    view_.opening = name;
    view_.opened = 0;
    redraw_.want(3);
    worker_.post([this, watch = opening_, read = std::move(read)]() -> Worker::Finish {
        Worker::Finish finish = watch->cancel ? Worker::Finish() : read(watch);
        return [this, watch, finish = std::move(finish)] {
            if (watch != opening_) return;
            opening_.reset();
            view_.opening.clear();
            redraw_.want(3);
            finish();
        };
    });
}

void AssignmentCheck::open(lesson::Assignment assignment, lesson::References references) {
    stop_checking();
    view_ = {};
    view_.title = assignment.title;
    view_.kernel = assignment.run.target;
    view_.cases = references.size();
    for (const lesson::Gate& gate : assignment.gates) {
        view_.gates.push_back({gate.name, false, {}});
        view_.max += gate.points;
    }
    assignment_ = std::make_shared<const lesson::Assignment>(std::move(assignment));
    references_ = std::make_shared<const lesson::References>(std::move(references));
}

void AssignmentCheck::close() {
    redraw_.want(3);
    if (opening_) {
        opening_->cancel = true;
        opening_.reset();
        view_.opening.clear();
        return;
    }
    stop_checking();
    assignment_.reset();
    references_.reset();
}

void AssignmentCheck::stop_checking() {
    if (checking_) checking_->cancel = true;
    checking_.reset();
    asked_.reset();
    view_.checking = false;
}

void AssignmentCheck::follow(bool shown, const std::optional<std::string>& text) {
    if (!on()) return;
    view_.away = !shown;
    // `asked_` is nullopt before the first check. An inner nullopt means the unedited text.
    if (shown && (!asked_ || *asked_ != text)) check(text);
}

void AssignmentCheck::deliver() {
    worker_.deliver();
    if (opening_) view_.opened = opening_->done;
    if (checking_) view_.judged = checking_->done;
}

void AssignmentCheck::check(const std::optional<std::string>& text) {
    stop_checking();
    asked_ = text;
    view_.checking = true;
    view_.judged = 0;
    checking_ = std::make_shared<lesson::CaseWatch>();
    worker_.post([this, text, assignment = assignment_, references = references_,
                  watch = checking_]() -> Worker::Finish {
        using Judged = Result<lesson::Grade>;
        auto judged =
            std::make_shared<Judged>(watch->cancel ? Judged(fail(ErrorKind::canceled, Message()))
                                                   : lesson::grade_text(*assignment, *references, text, watch.get()));
        return [this, watch, judged] {
            if (watch != checking_) return;
            checking_.reset();
            redraw_.want(3);
            view_.checking = false;
            view_.problem = *judged ? Message() : judged->error().whole();
            if (!*judged) return;
            view_.checked = true;
            view_.gates = std::move((*judged)->gates);
            view_.points = (*judged)->points;
        };
    });
}

} // namespace warpscope::workbench
