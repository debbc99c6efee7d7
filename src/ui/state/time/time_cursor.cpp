#include "ui/state/time/time_cursor.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"

namespace warpscope::ui {

using scene::Moment;
using scene::Scope;

/// PTX instructions of warps: what a long block shows while the rest of it is being recorded.
constexpr uint64_t shown_at_first = 100'000;
/// Of a recording: ten million instructions of matmul/element take up 600 MiB.
constexpr uint64_t most_bytes = uint64_t{768} << 20;

namespace {

/// What is said where no mark of the kind follows, or goes before. In the scope of a warp marks are those of the warp.
std::string none_left(const GoToMark& mark, Scope scope) {
    const bool on = mark.by > 0, warp = scope == Scope::warp;
    switch (mark.kind) {
    case replay::MarkKind::barrier:
        return on ? tr("There is no barrier after this step.") : tr("There is no barrier before this step.");
    case replay::MarkKind::split:
        if (warp)
            return on ? tr("The lanes of this warp do not part after this step.")
                      : tr("The lanes of this warp do not part before this step.");
        return on ? tr("The lanes of no warp part after this step.")
                  : tr("The lanes of no warp part before this step.");
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

/// The build that was stepped through last: another block of the same kernel needs no other.
struct TimeCursor::KeptBuild {
    std::string source, ptx;
    bool as_written = false;
    std::optional<session::SteppedBuild> build;
};

TimeCursor::TimeCursor(Moment& moment, Redraw& redraw, std::function<void()> wake)
    : moment_(moment)
    , redraw_(redraw)
    , kept_(std::make_shared<KeptBuild>())
    , wake_(wake)
    , worker_(wake)
    , views_(std::move(wake)) {}

TimeCursor::~TimeCursor() {
    stop_search();
    if (stop_values_) *stop_values_ = true;
    if (progress_) progress_->cancel = true;
}

TimeCursor::Made TimeCursor::make(const Request& request, Progress& progress, KeptBuild& kept) {
    const session::RunResult& run = *request.run;
    const bool same = kept.build && kept.as_written == request.as_written && kept.ptx == run.compiled.ptx &&
                      kept.source == run.source;
    if (!same) {
        auto built = session::stepped_build(run, request.as_written);
        if (!built) return tl::unexpected(built.error());
        kept = {run.source, run.compiled.ptx, request.as_written, std::move(*built)};
    }
    if (progress.cancel) return fail(ErrorKind::cancelled, tr("recording the block was cancelled"));
    replay::RecordRequest wish;
    wish.launch = request.launch;
    wish.block = request.block;
    wish.cancel = &progress.cancel;
    wish.records_made = &progress.records;
    wish.memory_limit = most_bytes;
    wish.most_records = shown_at_first;
    auto recording = replay::record_block(run.measured, kept.build->stepped, wish);
    if (recording && (*recording)->contents().is_beginning) {
        if (auto begun = with_history({request.run, *kept.build, *recording, nullptr, {}, {}}, progress)) {
            const std::lock_guard held(progress.lock);
            progress.beginning = std::move(*begun);
        }
        if (progress.wake) progress.wake();
        wish.most_records = 0;
        recording = replay::record_block(run.measured, kept.build->stepped, wish);
    }
    if (!recording) return tl::unexpected(recording.error());
    return with_history({request.run, *kept.build, *recording, nullptr, {}, {}}, progress);
}

TimeCursor::Made TimeCursor::with_history(RecordedBlock block, const Progress& progress) {
    block.history = replay::History::of(block.recording, &progress.cancel);
    if (!block.history) return fail(ErrorKind::cancelled, tr("recording the block was cancelled"));
    block.arrays = replay::shared_arrays(*block.recording);
    block.racing = racing_steps(block);
    return std::make_shared<const RecordedBlock>(std::move(block));
}

void TimeCursor::show_order(std::shared_ptr<const replay::Recording> recorded, const session::SteppedBuild& build,
                            uint64_t step) {
    order_ = std::move(recorded);
    order_build_ = build;
    if (!in_block(moment_)) set_scope(Scope::block);
    moment_.scope = Scope::block;
    wish_ = GoToStep{step};
    bar_.playing = false;
    redraw_.want();
}

void TimeCursor::leave_order() {
    order_.reset();
    order_build_.reset();
    redraw_.want();
}

void TimeCursor::forget() {
    stop_search();
    if (progress_) progress_->cancel = true;
    progress_.reset();
    asked_.reset();
    maker_.reset();
    view_.reset();
    bar_.block.reset();
    bar_.marks.reset();
    bar_.problem.reset();
    bar_.origin.reset();
    bar_.recording = false;
}

void TimeCursor::record(const Request& request) {
    forget();
    asked_ = request;
    bar_.recording = true;
    progress_ = std::make_shared<Progress>();
    progress_->wake = wake_;
    worker_.post([this, request, progress = progress_, kept = kept_, build = order_build_]() -> Worker::Finish {
        auto made = request.recorded ? with_history({request.run, *build, request.recorded, nullptr, {}, {}}, *progress)
                                     : make(request, *progress, *kept);
        return [this, progress, made = std::move(made)] {
            if (progress == progress_) take(made); // else another recording is wanted
        };
    });
}

void TimeCursor::take(const Made& made) {
    redraw_.want(3);
    bar_.recording = false;
    if (!made) {
        bar_.problem = made.error();
        bar_.playing = false;
        wish_.reset();
        return;
    }
    show_block(*made);
}

void TimeCursor::show_block(std::shared_ptr<const RecordedBlock> block) {
    bar_.block = block;
    bar_.marks.reset();
    maker_ = std::make_shared<MomentMaker>(std::move(block));
}

bool TimeCursor::within_beginning(const Wish& wish) {
    const uint64_t length = bar_.block->length(moment_);
    if (const auto* const share = std::get_if<GoToShare>(&wish)) return share->share <= 0;
    if (const auto* const step = std::get_if<GoToStep>(&wish)) return step->step < length;
    const auto* const ticks = std::get_if<StepTime>(&wish);
    return ticks != nullptr && has_ticks(ticks->by);
}

void TimeCursor::set_scope(Scope scope) {
    if (scope == moment_.scope) return;
    redraw_.want();
    if (scope == Scope::all) {
        moment_ = {};
        bar_.playing = false;
        wish_.reset();
        return;
    }
    if (!in_block(moment_)) {
        moment_.scope = scope;
        if (!wish_) wish_ = GoToShare{0};
        return;
    }
    // The same place in time, in other steps.
    if (bar_.block) {
        const uint64_t steps = bar_.block->steps_at(moment_);
        moment_.step = scope == Scope::warp ? bar_.block->history->done_by(moment_.warp, steps) : steps;
    }
    moment_.instruction = 0;
    moment_.scope = scope;
}

void TimeCursor::enter(const Wish& wish) {
    wish_ = wish;
    if (!in_block(moment_)) set_scope(Scope::block);
}

void TimeCursor::apply(const StepTime& c) {
    // From all of it the way back begins at the end.
    if (!in_block(moment_))
        enter(GoToShare{c.by < 0 ? 1.0 : 0.0});
    else
        wish_ = c;
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
    // Steps are of another build: about the same place.
    if (bar_.block && bar_.length > 0)
        wish_ = GoToShare{static_cast<double>(moment_.step) / static_cast<double>(bar_.length)};
}

void TimeCursor::stop_recording() {
    forget();
    set_scope(Scope::all);
}

std::optional<double> TimeCursor::until_tick() const {
    if (!bar_.playing || !bar_.block) return std::nullopt;
    return std::max(0.0, (1 - due_) / static_cast<double>(bar_.speed));
}

void TimeCursor::grant(const Wish& wish) {
    stop_search();
    bar_.length = bar_.block->length(moment_);
    moment_.step = std::min(moment_.step, bar_.length);
    if (const auto* step = std::get_if<GoToStep>(&wish)) {
        moment_.step = std::min(step->step, bar_.length);
        moment_.instruction = 0;
    } else if (const auto* place = std::get_if<GoToShare>(&wish)) {
        const double share = std::clamp(place->share, 0.0, 1.0);
        moment_.step = static_cast<uint64_t>(std::llround(share * static_cast<double>(bar_.length)));
        moment_.instruction = 0;
    } else if (const auto* by = std::get_if<StepTime>(&wish)) {
        move_by_ticks(by->by);
    } else if (const auto* mark = std::get_if<GoToMark>(&wish)) {
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
        moment_.step = std::min(*found, bar_.length);
        moment_.instruction = 0;
    } else if (const auto* question = std::get_if<AskTime>(&wish)) {
        ask(*question);
    } else if (const auto* watch = std::get_if<FindWatch>(&wish)) {
        search(*watch);
    } else if (const auto* finding = std::get_if<GoToFinding>(&wish)) {
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
    // Where the beginning ends playing waits for the rest.
    if (whole == 0 || (bar_.recording && !has_ticks(whole))) return;
    move_by_ticks(whole);
    if (moment_.step >= bar_.length) bar_.playing = false;
    redraw_.want();
}

void TimeCursor::want_view() {
    const bool made = view_ && view_->block == bar_.block && view_->moment == moment_ && view_->tick == bar_.tick &&
                      view_->watches == bar_.watches && view_->words == program_language();
    ready_ = made && asking_ == 0;
    if (made || making_) return;
    making_ = true;
    views_.post([this, maker = maker_, moment = moment_, tick = bar_.tick, watches = bar_.watches]() -> Worker::Finish {
        auto made = maker->make(moment, tick, watches);
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
        // Another kernel has other variables and arrays.
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
    // Until the thread that was found is pinned, the moment is of it already.
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
        // A moment beyond it would be lost.
        const auto& beginning = progress_->beginning;
        if (beginning && moment_.step < beginning->length(moment_)) show_block(beginning);
    }
    if (!bar_.block) return;
    const bool only_beginning = bar_.recording;
    moment_.warp = std::min(moment_.warp, bar_.block->recording->warps() - 1);
    bar_.length = bar_.block->length(moment_);
    if (wish_ && (!only_beginning || within_beginning(*wish_))) {
        grant(*std::exchange(wish_, std::nullopt));
        redraw_.want();
    }
    moment_.step = std::min(moment_.step, bar_.length);
    advance(seconds);
    update_marks();
    want_values();
    want_view();
    ready_ = ready_ && !only_beginning;
}

} // namespace warpscope::ui
