#include "workbench/pointer/touch_gestures.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::workbench {

namespace {

using EventKind = MouseEvent::Kind;

double distance_between(scene::Point a, scene::Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

} // namespace

std::vector<MouseEvent> TouchGestures::handle(const Touch& touch) {
    switch (touch.phase) {
    case TouchPhase::begin: begin(touch); break;
    case TouchPhase::move: move(touch); break;
    case TouchPhase::end:
        move(touch);
        lift(touch);
        break;
    case TouchPhase::cancel:
        // Moves the pointer out of the window first, so that the release clicks nothing.
        emit(EventKind::leave);
        if (state_ == State::waiting) state_ = State::finished;
        lift(touch);
        break;
    }
    return std::exchange(events_, {});
}

std::vector<MouseEvent> TouchGestures::update(double now) {
    if (state_ == State::waiting && now - start_time_ >= long_press_seconds) long_press();
    if (state_ == State::pinching) move_pinch();
    return std::exchange(events_, {});
}

void TouchGestures::begin(const Touch& touch) {
    std::erase_if(fingers_, [&](const Finger& finger) { return finger.id == touch.finger; });
    fingers_.push_back({touch.finger, touch.at});
    if (fingers_.size() == 1) {
        state_ = State::waiting;
        start_ = last_ = touch.at;
        start_time_ = touch.time;
        // The second tap of a double click must have the position of the first.
        if (tap_ && touch.time - tap_->time < double_tap_seconds && distance_between(tap_->at, touch.at) < slop)
            start_ = tap_->at;
        emit(EventKind::move, start_);
    } else if (fingers_.size() == 2 && state_ != State::finished) {
        begin_pinch();
    }
}

void TouchGestures::move(const Touch& touch) {
    const auto finger = std::ranges::find(fingers_, touch.finger, &Finger::id);
    if (finger == fingers_.end()) return;
    finger->at = touch.at;
    switch (state_) {
    case State::waiting:
        if (distance_between(start_, touch.at) > slop) begin_drag(touch.at);
        break;
    case State::dragging:
        if (touch.at != last_) emit(EventKind::move, touch.at);
        break;
    case State::scrolling:
        emit(EventKind::scroll,
             scrolls_vertically_ ? scene::Point{0, touch.at.y - last_.y} : scene::Point{touch.at.x - last_.x, 0});
        break;
    case State::pinching: pinch_moved_ = true; break;
    case State::idle:
    case State::finished: break;
    }
    last_ = touch.at;
}

void TouchGestures::lift(const Touch& touch) {
    switch (state_) {
    case State::waiting:
        if (touch.time - start_time_ >= long_press_seconds) {
            long_press();
        } else {
            emit(EventKind::press, MouseButton::left);
            emit(EventKind::release, MouseButton::left);
            tap_ = {start_, touch.time};
        }
        break;
    case State::dragging: emit(EventKind::release, MouseButton::left); break;
    case State::pinching:
        move_pinch();
        emit(EventKind::release, MouseButton::middle);
        break;
    case State::scrolling:
    case State::idle:
    case State::finished: break;
    }
    state_ = State::finished;
    std::erase_if(fingers_, [&](const Finger& finger) { return finger.id == touch.finger; });
    if (!fingers_.empty()) return;
    emit(EventKind::leave);
    state_ = State::idle;
}

void TouchGestures::begin_drag(scene::Point at) {
    scrolls_vertically_ = std::abs(at.y - start_.y) > std::abs(at.x - start_.x);
    if (can_scroll_ && can_scroll_(start_, scrolls_vertically_)) {
        state_ = State::scrolling;
        return;
    }
    state_ = State::dragging;
    emit(EventKind::press, MouseButton::left);
    emit(EventKind::move, at);
}

void TouchGestures::begin_pinch() {
    if (state_ == State::dragging) emit(EventKind::release, MouseButton::left);
    state_ = State::pinching;
    spread_ = spread();
    zooms_ = pinch_moved_ = false;
    emit(EventKind::move, middle());
    emit(EventKind::press, MouseButton::middle);
}

void TouchGestures::move_pinch() {
    if (!std::exchange(pinch_moved_, false)) return;
    emit(EventKind::move, middle());
    const double now = spread(), factor = now / spread_;
    if (!zooms_) {
        // Panning with two fingers must not zoom.
        constexpr double min = 1.08;
        if (factor < min && factor > 1 / min) return;
        zooms_ = true;
    } else {
        events_.push_back({EventKind::wheel, {}, MouseButton::left, std::log(factor) / std::log(wheel_factor)});
    }
    spread_ = now;
}

void TouchGestures::long_press() {
    emit(EventKind::press, MouseButton::right);
    emit(EventKind::release, MouseButton::right);
    state_ = State::finished;
}

scene::Point TouchGestures::middle() const {
    return {(fingers_[0].at.x + fingers_[1].at.x) / 2, (fingers_[0].at.y + fingers_[1].at.y) / 2};
}

double TouchGestures::spread() const { return std::max(1.0, distance_between(fingers_[0].at, fingers_[1].at)); }

} // namespace warpscope::workbench
