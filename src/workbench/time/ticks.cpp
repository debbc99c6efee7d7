#include <algorithm>

#include "workbench/time/time_cursor.hpp"

namespace warpscope::workbench {

using scene::Scope;

void TimeCursor::move_by_ticks(int by) {
    const insight::RecordedBlock& block = *bar_.block;
    const uint64_t length = block.length(moment_);
    const auto records_of = [&](uint64_t step) {
        const uint32_t own =
            moment_.scope == Scope::warp ? block.history->steps_of(moment_.warp)[step] : static_cast<uint32_t>(step);
        return block.recording->records_before(uint64_t{own} + 1) - block.recording->records_before(own);
    };
    for (int k = 0; k < std::abs(by); ++k) {
        uint64_t& step = moment_.step;
        if (bar_.tick == insight::Tick::instruction) {
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
        } else if (bar_.tick == insight::Tick::line) {
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

bool TimeCursor::has_ticks(int by) {
    if (by <= 0) return true;
    const uint64_t length = bar_.block->length(moment_);
    const auto ticks = static_cast<uint64_t>(by);
    if (bar_.tick != insight::Tick::interval) return moment_.step + ticks < length;
    update_marks();
    const auto ahead = std::ranges::count_if(*bar_.marks, [&](const TimeMark& mark) {
        return mark.kind == replay::MarkKind::barrier && mark.step > moment_.step && mark.step < length;
    });
    return static_cast<uint64_t>(ahead) >= ticks;
}

void TimeCursor::update_marks() {
    const insight::RecordedBlock& block = *bar_.block;
    const uint32_t warp = moment_.scope == Scope::warp ? moment_.warp : 0;
    if (bar_.marks && marks_of_ == std::pair(moment_.scope, warp)) return;
    marks_of_ = {moment_.scope, warp};
    auto marks = std::make_shared<std::vector<TimeMark>>();
    const auto& steps = block.recording->steps();
    for (const replay::Mark& mark : block.recording->marks()) {
        // A mark belongs to the moment after its step. For a barrier, mark.step is already this moment.
        const uint64_t after = mark.kind == replay::MarkKind::barrier ? 0 : 1;
        if (moment_.scope != Scope::warp)
            marks->push_back({mark.kind, mark.step + after});
        else if (after == 1 && mark.step < steps.size() && steps[mark.step].warp == warp)
            marks->push_back({mark.kind, block.history->done_by(warp, mark.step) + 1});
    }
    for (const uint32_t step : block.racing)
        if (moment_.scope != Scope::warp)
            marks->push_back({replay::MarkKind::finding, uint64_t{step} + 1});
        else if (steps[step].warp == warp)
            marks->push_back({replay::MarkKind::finding, block.history->done_by(warp, step) + 1});
    if (moment_.scope == Scope::warp) {
        const auto own = block.history->steps_of(warp);
        for (uint64_t k = 1; k < own.size(); ++k)
            if (steps[own[k]].interval != steps[own[k - 1]].interval) marks->push_back({replay::MarkKind::barrier, k});
    }
    std::ranges::stable_sort(*marks, {}, &TimeMark::step);
    bar_.mark_kinds = 0;
    for (const TimeMark& mark : *marks) bar_.mark_kinds |= 1u << static_cast<uint32_t>(mark.kind);
    bar_.marks = std::move(marks);
}

} // namespace warpscope::workbench
