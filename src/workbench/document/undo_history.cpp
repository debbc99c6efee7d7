#include "workbench/document/undo_history.hpp"

namespace warpscope::workbench {

namespace {

UndoStep step(std::vector<UndoStep>& from, std::vector<UndoStep>& to, const UndoStep& now) {
    UndoStep next = std::move(from.back());
    from.pop_back();
    to.push_back(now);
    if (next.setup == nullptr) to.back().setup.reset();
    return next;
}

} // namespace

void History::record(const UndoStep& before, const std::string& gesture) {
    future_.clear();
    if (!gesture.empty() && gesture == gesture_) return;
    gesture_ = gesture;
    past_.push_back(before);
    if (past_.size() > max_steps) past_.erase(past_.begin());
}

UndoStep History::undo(const UndoStep& now) {
    gesture_.clear();
    return step(past_, future_, now);
}

UndoStep History::redo(const UndoStep& now) {
    gesture_.clear();
    return step(future_, past_, now);
}

void History::withdraw() {
    gesture_.clear();
    if (!past_.empty()) past_.pop_back();
}

} // namespace warpscope::workbench
