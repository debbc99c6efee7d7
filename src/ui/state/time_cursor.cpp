#include "ui/state/time_cursor.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace warpscope::ui {

using scene::Moment;
using scene::Scope;

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
    , worker_(std::move(wake)) {}

TimeCursor::~TimeCursor() {
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
    if (progress.cancel) return fail(ErrorKind::cancelled, "recording the block was cancelled");
    replay::RecordRequest wish;
    wish.launch = request.launch;
    wish.block = request.block;
    wish.cancel = &progress.cancel;
    wish.records_made = &progress.records;
    auto recording = replay::record_block(run.measured, kept.build->stepped, wish);
    if (!recording) return tl::unexpected(recording.error());
    auto block = std::make_shared<RecordedBlock>();
    block->run = request.run;
    block->build = *kept.build;
    block->recording = *recording;
    block->history = replay::History::of(*recording, &progress.cancel);
    if (!block->history) return fail(ErrorKind::cancelled, "recording the block was cancelled");
    block->arrays = replay::shared_arrays(**recording);
    return std::shared_ptr<const RecordedBlock>(std::move(block));
}

void TimeCursor::forget() {
    if (progress_) progress_->cancel = true;
    progress_.reset();
    asked_.reset();
    maker_.reset();
    view_.reset();
    bar_.block.reset();
    bar_.marks.reset();
    bar_.problem.reset();
    bar_.recording = false;
}

void TimeCursor::record(const Request& request) {
    forget();
    asked_ = request;
    bar_.recording = true;
    progress_ = std::make_shared<Progress>();
    worker_.post([this, request, progress = progress_, kept = kept_]() -> Worker::Finish {
        auto made = make(request, *progress, *kept);
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
    bar_.block = *made;
    maker_ = std::make_shared<MomentMaker>(*made);
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
    const bool at_end = bar_.block && moment_.step >= bar_.block->length(moment_);
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
        // What a mark is about has been done one step later; a barrier is between two steps.
        const uint64_t behind = mark->kind == replay::MarkKind::barrier ? 0 : 1;
        std::optional<uint64_t> found;
        for (const TimeMark& one : *bar_.marks) {
            const uint64_t at = one.step + behind;
            if (one.kind != mark->kind) continue;
            if (mark->by > 0 && at > moment_.step && (!found || at < *found)) found = at;
            if (mark->by < 0 && at < moment_.step && (!found || at > *found)) found = at;
        }
        if (!found) return;
        moment_.step = std::min(*found, bar_.length);
        moment_.instruction = 0;
    } else if (const auto* question = std::get_if<AskTime>(&wish)) {
        ask(*question);
    } else if (const auto* finding = std::get_if<GoToFinding>(&wish)) {
        go_to(*finding);
    }
}

void TimeCursor::apply(const AskTime& c) {
    // Of all of it the last write is the block's last one, and what comes next is looked for from its beginning.
    if (!in_block(moment_)) moment_.step = c.question == Question::last_write ? scene::last_step : 0;
    enter(c);
    bar_.playing = false;
}

void TimeCursor::apply(const GoToFinding& c) {
    enter(c);
    bar_.playing = false;
}

void TimeCursor::show_step(uint32_t step) {
    const replay::Step& own = bar_.block->recording->steps()[step];
    if (moment_.scope == Scope::warp && own.warp != moment_.warp) moment_.scope = Scope::block;
    moment_.step = moment_.scope == Scope::warp ? bar_.block->history->done_by(own.warp, step) + 1 : uint64_t{step} + 1;
    moment_.instruction = 0;
    redraw_.want();
}

namespace {

struct Answer {
    std::optional<replay::Event> event;
    std::string words;
};

Answer answer_to(const RecordedBlock& block, const AskTime& c, uint64_t record) {
    using replay::MemoryAddress;
    std::optional<MemoryAddress> at;
    uint32_t bytes = c.bytes;
    if (!c.buffer) {
        at = MemoryAddress{ptx::Space::shared, 0, c.cell};
    } else {
        const replay::CellHistory& cells = block.history->cells()[*c.buffer];
        for (const auto* list : {&cells.written, &cells.read})
            for (const replay::FirstAccess& access : *list)
                if (access.cell == c.cell) at = MemoryAddress{ptx::Space::global, 0, access.address};
        bytes = block.run->prepared.plan.buffers[*c.buffer].layout.cell_bytes();
    }
    Answer answer;
    if (at) {
        const replay::Recording& recording = *block.recording;
        answer.event = c.question == Question::last_write   ? recording.last_write(*at, bytes, record)
                       : c.question == Question::first_read ? recording.first_read(*at, bytes, record)
                                                            : recording.next_write(*at, bytes, record);
    }
    const std::string_view did = c.question == Question::first_read ? "reads" : "writes";
    if (!answer.event) {
        answer.words = fmt::format("Nothing in this block {} {} {} this moment.", did, c.name,
                                   c.question == Question::last_write ? "before" : "after");
    } else {
        const replay::Event& event = *answer.event;
        const std::string who = event.from_outside ? std::string("another block")
                                                   : fmt::format("lane {} of warp {} (thread {})", event.lane,
                                                                 event.warp, event.warp * warp_size + event.lane);
        answer.words = fmt::format("Step {}: {} {} {}", event.step + 1, who, did, c.name);
        if (const uint32_t line = block.line_of(event.step); line != 0)
            answer.words += fmt::format(" in line {}", line);
        answer.words += ".";
    }
    return answer;
}

} // namespace

void TimeCursor::ask(const AskTime& c) {
    const uint64_t record = bar_.block->record_at(moment_);
    ++asking_;
    worker_.post([this, block = bar_.block, c, record]() -> Worker::Finish {
        auto answer = answer_to(*block, c, record);
        return [this, block, answer = std::move(answer)] {
            --asking_;
            redraw_.want();
            if (block != bar_.block) return;
            answer_ = answer.words;
            if (answer.event) show_step(answer.event->step);
        };
    });
}

void TimeCursor::go_to(const GoToFinding& c) {
    const RecordedBlock& block = *bar_.block;
    const replay::Recording& recording = *block.recording;
    for (const replay::Mark& mark : recording.marks()) {
        if (mark.kind != replay::MarkKind::finding || mark.step >= recording.steps().size()) continue;
        if (recording.findings()[mark.finding].kind != c.kind || block.line_of(mark.step) != c.line) continue;
        show_step(mark.step);
        return;
    }
    // Races are found by looking at all blocks' accesses together: there the thread executes the line.
    const auto own = c.warp < recording.warps() ? block.history->steps_of(c.warp) : std::span<const uint32_t>();
    for (const uint32_t step : own)
        if (block.line_of(step) == c.line && (recording.steps()[step].active >> c.lane & 1) != 0) {
            show_step(step);
            return;
        }
    answer_ = "In this build and order of warps the thread does not come to that line.";
}

void TimeCursor::move_by_ticks(int by) {
    const RecordedBlock& block = *bar_.block;
    const uint64_t length = block.length(moment_);
    const auto records_of = [&](uint64_t step) {
        const uint32_t own =
            moment_.scope == Scope::warp ? block.history->steps_of(moment_.warp)[step] : static_cast<uint32_t>(step);
        return block.recording->records_before(uint64_t{own} + 1) - block.recording->records_before(own);
    };
    for (int k = 0; k < std::abs(by); ++k) {
        uint64_t& step = moment_.step;
        if (bar_.tick == Tick::instruction) {
            if (by > 0 && step < length) {
                if (++moment_.instruction >= records_of(step)) {
                    ++step;
                    moment_.instruction = 0;
                }
            } else if (by < 0 && moment_.instruction > 0) {
                --moment_.instruction;
            } else if (by < 0 && step > 0) {
                --step;
                moment_.instruction = static_cast<uint32_t>(records_of(step) - 1);
            }
        } else if (bar_.tick == Tick::line) {
            const bool begun = std::exchange(moment_.instruction, 0) > 0;
            if (by > 0) step = std::min(step + 1, length);
            if (by < 0 && !begun && step > 0) --step;
        } else {
            moment_.instruction = 0;
            update_marks();
            uint64_t next = by > 0 ? length : 0;
            for (const TimeMark& mark : *bar_.marks) {
                if (mark.kind != replay::MarkKind::barrier) continue;
                if (by > 0 && mark.step > step) next = std::min(next, mark.step);
                if (by < 0 && mark.step < step) next = std::max(next, mark.step);
            }
            step = next;
        }
    }
}

void TimeCursor::update_marks() {
    const RecordedBlock& block = *bar_.block;
    const uint32_t warp = moment_.scope == Scope::warp ? moment_.warp : 0;
    if (bar_.marks && marks_of_ == std::pair(moment_.scope, warp)) return;
    marks_of_ = {moment_.scope, warp};
    auto marks = std::make_shared<std::vector<TimeMark>>();
    const auto& steps = block.recording->steps();
    for (const replay::Mark& mark : block.recording->marks()) {
        if (moment_.scope != Scope::warp)
            marks->push_back({mark.kind, mark.step});
        else if (mark.kind != replay::MarkKind::barrier && mark.step < steps.size() && steps[mark.step].warp == warp)
            marks->push_back({mark.kind, block.history->done_by(warp, mark.step)});
    }
    if (moment_.scope == Scope::warp) {
        const auto own = block.history->steps_of(warp);
        for (uint64_t k = 1; k < own.size(); ++k)
            if (steps[own[k]].epoch != steps[own[k - 1]].epoch) marks->push_back({replay::MarkKind::barrier, k});
    }
    std::ranges::stable_sort(*marks, {}, &TimeMark::step);
    bar_.mark_kinds = 0;
    for (const TimeMark& mark : *marks) bar_.mark_kinds |= 1u << static_cast<uint32_t>(mark.kind);
    bar_.marks = std::move(marks);
}

void TimeCursor::advance(double seconds) {
    if (!bar_.playing) return;
    due_ += seconds * static_cast<double>(bar_.speed);
    const auto whole = static_cast<int>(std::min(due_, 1000.0));
    due_ -= whole;
    if (whole == 0) return;
    move_by_ticks(whole);
    if (moment_.step >= bar_.length) bar_.playing = false;
    redraw_.want();
}

void TimeCursor::want_view() {
    const bool made = view_ && view_->block == bar_.block && view_->moment == moment_ && view_->tick == bar_.tick;
    ready_ = made && asking_ == 0;
    if (made || making_) return;
    making_ = true;
    worker_.post([this, maker = maker_, moment = moment_, tick = bar_.tick]() -> Worker::Finish {
        auto made = maker->make(moment, tick);
        return [this, made = std::move(made)] {
            making_ = false;
            redraw_.want();
            if (made->block == bar_.block) view_ = made;
        };
    });
}

void TimeCursor::update(const RunPtr& run, const std::optional<FollowedThread>& thread, double seconds) {
    worker_.deliver();
    if (run != run_) {
        forget();
        run_ = run;
    }
    ready_ = true;
    if (!scene::in_block(moment_) || !run) {
        if (asked_) forget();
        bar_.length = 0;
        return;
    }
    if (thread) {
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
    const Request wanted{run, moment_.launch, moment_.block, bar_.as_written};
    if (asked_ != wanted) record(wanted);
    bar_.records = progress_ ? progress_->records.load() : 0;
    ready_ = bar_.problem.has_value();
    if (!bar_.block) return;
    moment_.warp = std::min(moment_.warp, bar_.block->recording->warps() - 1);
    bar_.length = bar_.block->length(moment_);
    if (wish_) {
        grant(*std::exchange(wish_, std::nullopt));
        redraw_.want();
    }
    moment_.step = std::min(moment_.step, bar_.length);
    advance(seconds);
    update_marks();
    want_view();
}

} // namespace warpscope::ui
