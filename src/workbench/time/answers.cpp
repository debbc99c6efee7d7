#include <algorithm>

#include <fmt/format.h>

#include "workbench/time/time_cursor.hpp"

#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"

namespace warpscope::workbench {

namespace {

struct Answer {
    std::optional<replay::Event> event;
    std::string words;
};

Answer answer_to(const insight::RecordedBlock& block, const AskTime& c, uint64_t record) {
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
    const bool reads = c.question == Question::first_read;
    if (!answer.event) {
        answer.words = reads ? tr_format("Nothing in this block reads {} after this moment.", c.name)
                       : c.question == Question::last_write
                           ? tr_format("Nothing in this block writes {} before this moment.", c.name)
                           : tr_format("Nothing in this block writes {} after this moment.", c.name);
    } else {
        const replay::Event& event = *answer.event;
        const std::string who = event.from_outside ? std::string(tr("another block"))
                                                   : tr_format("lane {} of warp {} (thread {})", event.lane, event.warp,
                                                               event.warp * warp_size + event.lane);
        const uint32_t line = block.line_of(event.step);
        if (line != 0)
            answer.words = reads ? tr_format("Step {}: {} reads {} in line {}.", event.step + 1, who, c.name, line)
                                 : tr_format("Step {}: {} writes {} in line {}.", event.step + 1, who, c.name, line);
        else
            answer.words = reads ? tr_format("Step {}: {} reads {}.", event.step + 1, who, c.name)
                                 : tr_format("Step {}: {} writes {}.", event.step + 1, who, c.name);
    }
    return answer;
}

} // namespace

void TimeCursor::ask(const AskTime& c) {
    if (c.question == Question::origin) {
        ask_for_origin(c);
        return;
    }
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
    const insight::RecordedBlock& block = *bar_.block;
    const replay::Recording& recording = *block.recording;
    const LaunchConfig& config = recording.contents().config;
    const uint32_t own_warp = render::thread_in_block(config, c.side.thread) / warp_size;
    const replay::Mark* found = nullptr;
    for (const replay::Mark& mark : recording.marks()) {
        if (mark.kind != replay::MarkKind::finding || mark.step >= recording.steps().size()) continue;
        if (recording.findings()[mark.finding].kind != c.kind || block.line_of(mark.step) != c.side.line) continue;
        const bool is_own = recording.steps()[mark.step].warp == own_warp;
        if (found == nullptr || is_own) found = &mark;
        if (is_own) break;
    }
    if (found != nullptr) {
        show_step(found->step);
        if (c.other || recording.steps()[found->step].warp == own_warp) return;
        const simt::Finding& finding = recording.findings()[found->finding];
        const auto thread = static_cast<uint32_t>(linear_index(finding.thread_index, config.block));
        found_thread_ = FollowedThread{moment_.launch, moment_.block, thread / warp_size, thread % warp_size};
        return;
    }
    // If no finding is marked on the line, goes to this thread's step there.
    const std::vector<uint32_t> own = block.steps_on_line(c.side.thread, c.side.line);
    if (own.empty()) {
        answer_ = tr("In this build and order of warps, the thread does not reach that line.");
        return;
    }
    uint32_t step = own.front(), against = 0;
    const std::vector<uint32_t> others =
        c.other ? block.steps_on_line(c.other->thread, c.other->line) : std::vector<uint32_t>();
    uint32_t min = UINT32_MAX;
    for (const uint32_t one : own) {
        const auto after = std::ranges::lower_bound(others, one);
        for (auto near = after == others.begin() ? after : after - 1; near != others.end() && near <= after; ++near) {
            const uint32_t apart = *near > one ? *near - one : one - *near;
            if (apart >= min) continue;
            min = apart;
            step = one;
            against = *near;
        }
    }
    show_step(step);
    if (min == UINT32_MAX) return;
    const auto name = [&](const GoToFinding::Side& side) {
        const uint32_t local = render::thread_in_block(recording.contents().config, side.thread);
        return tr_format("lane {} of warp {}", local % warp_size, local / warp_size);
    };
    answer_ = tr_format("Step {}: {} does one access of the race, in line {}; {} does the other in line {}, step {}.",
                        step + 1, name(c.side), c.side.line, name(*c.other), c.other->line, against + 1);
}

void TimeCursor::apply(const AskTime& c) {
    if (!in_block(moment_))
        moment_.step = c.question == Question::last_write || c.question == Question::origin ? scene::last_step : 0;
    enter(c);
    bar_.playing = false;
}

void TimeCursor::apply(const GoToFinding& c) {
    enter(c);
    bar_.playing = false;
}

} // namespace warpscope::workbench
