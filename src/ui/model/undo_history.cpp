#include "ui/model/undo_history.hpp"

namespace warpscope::ui {

namespace {

Choice step(std::vector<Choice>& from, std::vector<Choice>& to, const Choice& now) {
    Choice next = std::move(from.back());
    from.pop_back();
    to.push_back(now);
    return next;
}

} // namespace

void History::record(const Choice& before, const std::string& gesture) {
    future_.clear();
    if (!gesture.empty() && gesture == gesture_) return;
    gesture_ = gesture;
    past_.push_back(before);
    if (past_.size() > max_steps) past_.erase(past_.begin());
}

Choice History::undo(const Choice& now) {
    gesture_.clear();
    return step(past_, future_, now);
}

Choice History::redo(const Choice& now) {
    gesture_.clear();
    return step(future_, past_, now);
}

void History::withdraw() {
    gesture_.clear();
    if (!past_.empty()) past_.pop_back();
}

} // namespace warpscope::ui
