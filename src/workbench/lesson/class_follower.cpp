#include "workbench/lesson/class_follower.hpp"

#include <utility>

namespace warpscope::workbench {

bool ClassFollower::update() {
    bool has_news = false;
    while (on()) {
        const auto text = link_->take_message();
        if (!text) break;
        take(read_class_message(*text));
        has_news = true;
    }
    return has_news;
}

void ClassFollower::take(const ClassMessage& message) {
    standing_.is_lost = message.is_lost;
    if (message.is_saved) {
        standing_.answer = *message.is_saved ? ClassStanding::Answer::saved : ClassStanding::Answer::refused;
        standing_.refusal = message.problem;
        if (*message.is_saved && sending_) saved_ = sending_;
        sending_.reset();
    }
    if (!message.state) return;
    const bool is_new_question = message.state->is_new_student || !state_ || state_->step != message.state->step ||
                                 state_->lesson != message.state->lesson;
    state_ = message.state;
    // The connection works again, so a refused attempt may be sent again.
    if (standing_.answer == ClassStanding::Answer::refused) last_attempt_.clear();
    if (is_new_question) {
        standing_ = {};
        sending_.reset();
        saved_.reset();
        last_attempt_.clear();
    }
    if (!state_->already) return;
    saved_ = state_->already;
    standing_.answer = ClassStanding::Answer::saved;
}

void ClassFollower::leave() {
    if (link_) link_->leave();
    *this = ClassFollower(nullptr);
}

void ClassFollower::send(lesson::Kind kind, const lesson::Prediction& prediction) {
    if (!on() || !state_ || state_->is_revealed) return;
    standing_.answer = ClassStanding::Answer::sending;
    sending_ = prediction;
    link_->send(answer_message(state_->step, kind, prediction));
}

void ClassFollower::send_attempt(const std::string& message) {
    if (!on() || !state_ || state_->is_revealed || message == last_attempt_) return;
    last_attempt_ = message;
    standing_.answer = ClassStanding::Answer::sending;
    link_->send(message);
}

} // namespace warpscope::workbench
