#include "workbench/time/time_cursor.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"

namespace warpscope::workbench {

using scene::Moment;
using scene::Scope;

namespace {

std::string none_left(const GoToMark& mark, Scope scope) {
    const bool on = mark.by > 0, warp = scope == Scope::warp;
    switch (mark.kind) {
    case replay::MarkKind::barrier:
        return on ? tr("There is no barrier after this step.") : tr("There is no barrier before this step.");
    case replay::MarkKind::split:
        if (warp)
            return on ? tr("This warp does not diverge after this step.")
                      : tr("This warp does not diverge before this step.");
        return on ? tr("No warp diverges after this step.") : tr("No warp diverges before this step.");
    case replay::MarkKind::conflict:
        if (warp)
            return on ? tr("This warp has no bank conflict after this step.")
                      : tr("This warp has no bank conflict before this step.");
        return on ? tr("There is no bank conflict after this step.")
                  : tr("There is no bank conflict before this step.");
    case replay::MarkKind::atomic:
    case replay::MarkKind::finding: break;
    }
    return {};
}

} // namespace

void TimeCursor::show_order(std::shared_ptr<const replay::Recording> recorded, const session::SteppedBuild& build,
                            uint64_t step) {
    order_ = std::move(recorded);
    order_build_ = build;
    if (!in_block(moment_)) set_scope(Scope::block);
    moment_.scope = Scope::block;
    pending_ = GoToStep{step};
    bar_.playing = false;
    redraw_.want();
}

void TimeCursor::leave_order() {
    order_.reset();
    order_build_.reset();
    redraw_.want();
}

bool TimeCursor::within_beginning(const TimeCommand& command) {
    const uint64_t length = bar_.block->length(moment_);
    if (const auto* const share = std::get_if<GoToShare>(&command)) return share->share <= 0;
    if (const auto* const step = std::get_if<GoToStep>(&command)) return step->step < length;
    const auto* const ticks = std::get_if<StepTime>(&command);
    return ticks != nullptr && has_ticks(ticks->by);
}

void TimeCursor::set_scope(Scope scope) {
    if (scope == moment_.scope) return;
    redraw_.want();
    if (scope == Scope::all) {
        moment_ = {};
        bar_.playing = false;
        pending_.reset();
        return;
    }
    if (!in_block(moment_)) {
        moment_.scope = scope;
        if (!pending_) pending_ = GoToShare{0};
        return;
    }
    if (bar_.block) {
        const uint64_t steps = bar_.block->steps_at(moment_);
        moment_.step = scope == Scope::warp ? bar_.block->history->done_by(moment_.warp, steps) : steps;
    }
    moment_.instruction = 0;
    moment_.scope = scope;
}

void TimeCursor::enter(const TimeCommand& command) {
    pending_ = command;
    if (!in_block(moment_)) set_scope(Scope::block);
}

void TimeCursor::apply(const StepTime& c) {
    if (!in_block(moment_))
        enter(GoToShare{c.by < 0 ? 1.0 : 0.0});
    else
        pending_ = c;
    bar_.playing = false;
}

void TimeCursor::apply(const GoToMark& c) {
    if (!in_block(moment_)) moment_.step = c.by < 0 ? scene::last_step : 0;
    enter(c);
    bar_.playing = false;
}

void TimeCursor::play(bool on) {
    due_ = 0;
    bar_.playing = on;
    if (!on) return;
    const bool at_end = bar_.block && !bar_.recording && moment_.step >= bar_.block->length(moment_);
    if (!in_block(moment_) || at_end) enter(GoToShare{0});
}

void TimeCursor::set_build(bool as_written) {
    if (bar_.as_written == as_written) return;
    bar_.as_written = as_written;
    moment_.instruction = 0;
    // Keeps the relative position, because the builds have different steps.
    if (bar_.block && bar_.length > 0)
        pending_ = GoToShare{static_cast<double>(moment_.step) / static_cast<double>(bar_.length)};
}

std::optional<double> TimeCursor::until_tick() const {
    if (!bar_.playing || !bar_.block) return std::nullopt;
    return std::max(0.0, (1 - due_) / static_cast<double>(bar_.speed));
}

void TimeCursor::execute(const TimeCommand& command) {
    stop_search();
    bar_.length = bar_.block->length(moment_);
    moment_.step = std::min(moment_.step, bar_.length);
    if (const auto* step = std::get_if<GoToStep>(&command)) {
        moment_.step = std::min(step->step, bar_.length);
        moment_.instruction = 0;
    } else if (const auto* place = std::get_if<GoToShare>(&command)) {
        const double share = std::clamp(place->share, 0.0, 1.0);
        moment_.step = static_cast<uint64_t>(std::llround(share * static_cast<double>(bar_.length)));
        moment_.instruction = 0;
    } else if (const auto* by = std::get_if<StepTime>(&command)) {
        move_by_ticks(by->by);
    } else if (const auto* mark = std::get_if<GoToMark>(&command)) {
        update_marks();
        std::optional<uint64_t> found;
        for (const TimeMark& one : *bar_.marks) {
            const uint64_t at = one.step;
            if (one.kind != mark->kind) continue;
            if (mark->by > 0 && at > moment_.step && (!found || at < *found)) found = at;
            if (mark->by < 0 && at < moment_.step && (!found || at > *found)) found = at;
        }
        if (!found) {
            answer_ = none_left(*mark, moment_.scope);
            return;
        }
        moment_.step = std::min(*found + mark->steps_beyond, bar_.length);
        moment_.instruction = 0;
    } else if (const auto* question = std::get_if<AskTime>(&command)) {
        ask(*question);
    } else if (const auto* watch = std::get_if<FindWatch>(&command)) {
        search(*watch);
    } else if (const auto* finding = std::get_if<GoToFinding>(&command)) {
        go_to(*finding);
    }
}

void TimeCursor::show_step(uint32_t step) {
    const replay::Step& own = bar_.block->recording->steps()[step];
    if (moment_.scope == Scope::warp && own.warp != moment_.warp) moment_.scope = Scope::block;
    moment_.step = moment_.scope == Scope::warp ? bar_.block->history->done_by(own.warp, step) + 1 : uint64_t{step} + 1;
    moment_.instruction = 0;
    redraw_.want();
}

void TimeCursor::advance(double seconds) {
    if (!bar_.playing) return;
    due_ += seconds * static_cast<double>(bar_.speed);
    const auto whole = static_cast<int>(std::min(due_, 1000.0));
    due_ -= whole;
    // Playing waits for the recording.
    if (whole == 0 || (bar_.recording && !has_ticks(whole))) return;
    move_by_ticks(whole);
    if (moment_.step >= bar_.length) bar_.playing = false;
    redraw_.want();
}

void TimeCursor::request_view() {
    const bool follows = follows_step_ && moment_.scope == Scope::block && !bar_.followed;
    const bool made = view_ && view_->block == bar_.block && view_->moment == moment_ && view_->tick == bar_.tick &&
                      view_->watches == bar_.watches && view_->follows_step == follows;
    ready_ = made && asking_ == 0;
    if (made || making_) return;
    making_ = true;
    views_.post([this, maker = maker_, moment = moment_, tick = bar_.tick, watches = bar_.watches,
                 follows]() -> Worker::Finish {
        auto made = maker->make(moment, tick, watches, follows);
        return [this, made = std::move(made)] {
            making_ = false;
            redraw_.want();
            if (made->block == bar_.block) view_ = made;
        };
    });
}

void TimeCursor::update(const RunPtr& run, const std::optional<FollowedThread>& thread, double seconds) {
    worker_.deliver();
    views_.deliver();
    if (run != run_) {
        forget();
        leave_order();
        if (!run || !run_ || run->source != run_->source) {
            bar_.followed.reset();
            bar_.part.clear();
        }
        run_ = run;
    }
    ready_ = true;
    if (!scene::in_block(moment_) || !run) {
        if (asked_) forget();
        bar_.length = 0;
        return;
    }
    // Follows the pinned thread, unless an answer has found a thread that is not yet pinned.
    if (thread && !found_thread_) {
        const bool same_block = thread->block == moment_.block && thread->launch == moment_.launch;
        if (moment_.scope == Scope::warp && same_block && thread->warp != moment_.warp && bar_.block) {
            const uint64_t steps = bar_.block->steps_at(moment_);
            moment_.step = bar_.block->history->done_by(thread->warp, steps);
            moment_.instruction = 0;
        }
        moment_.launch = thread->launch;
        moment_.block = thread->block;
        moment_.warp = thread->warp;
    }
    const bool is_order =
        order_ && order_->contents().block == moment_.block && order_->contents().launch == moment_.launch;
    bar_.other_order = is_order;
    const Request wanted{run, moment_.launch, moment_.block, bar_.as_written, is_order ? order_ : nullptr};
    if (asked_ != wanted) record(wanted);
    bar_.records = progress_ ? progress_->records.load() : 0;
    ready_ = bar_.problem.has_value();
    if (progress_ && !bar_.block) {
        const std::lock_guard held(progress_->lock);
        const auto& beginning = progress_->beginning;
        if (beginning && moment_.step < beginning->length(moment_)) show_block(beginning);
    }
    if (!bar_.block) return;
    const bool only_beginning = bar_.recording;
    moment_.warp = std::min(moment_.warp, bar_.block->recording->warps() - 1);
    bar_.length = bar_.block->length(moment_);
    if (pending_ && (!only_beginning || within_beginning(*pending_))) {
        execute(*std::exchange(pending_, std::nullopt));
        redraw_.want();
    }
    moment_.step = std::min(moment_.step, bar_.length);
    advance(seconds);
    update_marks();
    request_values();
    request_view();
    ready_ = ready_ && !only_beginning;
}

} // namespace warpscope::workbench
