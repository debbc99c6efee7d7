#include "simt/livelock/spin_wait.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "simt/code/mbarrier.hpp"
#include "simt/divergence/warp.hpp"
#include "simt/divergence/warp_split.hpp"
#include "simt/livelock/spin_loop.hpp"
#include "simt/memory.hpp"

namespace warpscope::simt {
namespace {

constexpr uint32_t longest_loop = 64;         // basic blocks; the limit doubles with each slice on the same path
constexpr uint32_t many_slices = 16;          // slices on one path after which a warp may be waiting
constexpr uint32_t very_many_slices = 256;    // slices on one path after which a warp counts as waiting
constexpr uint64_t max_poll_distance = 1'000; // instructions of a waiting warp between polls

uint64_t poll_count(const Warp& warp) {
    uint64_t sum = 0;
    for (const uint32_t block : warp.worker->launch->code->waiting_blocks) sum += warp.counters[block].executions;
    return sum;
}

/// Varies the length of slices, because equal slices could always end while a lock is held.
int64_t uneven_slice(const Warp& warp) {
    const uint64_t mixed = warp.executed * 0x9e3779b97f4a7c15ull >> 32;
    return short_slice / 2 + static_cast<int64_t>(mixed % short_slice);
}

/// Returns whether all splits still wait; if so, advances the clocks by a slice.
bool still_waits(Warp& warp) {
    for (size_t left = warp.others.size() + 1; left != 0; --left) {
        if (warp.waiting < Waiting::for_time) return false;
        warp.waiting = classify_loop(warp);
        if (warp.waiting == Waiting::no) return false;
        yield_turn(warp);
        if (warp.state != WarpState::ready) return false;
    }
    warp.skipped_time += static_cast<uint64_t>(uneven_slice(warp));
    return true;
}

Waiting find_waiting(Warp& warp, uint64_t polls, int64_t executed) {
    if (polls * max_poll_distance < static_cast<uint64_t>(executed)) {
        warp.same_path = 0;
        return Waiting::no;
    }
    warp.same_path = warp.path_before == warp.active ? warp.same_path + 1 : 0;
    warp.path_before = warp.active;
    const Waiting loop =
        classify_loop(warp, {.longest = std::min(longest_loop << std::min(warp.same_path, 6u), longest_spin_loop),
                             .many_iterations = warp.same_path >= many_slices && std::has_single_bit(warp.same_path)});
    return loop == Waiting::no && warp.same_path >= many_slices ? Waiting::perhaps : loop;
}

bool run_line(Warp& warp, int64_t instructions) {
    LineTurn& turn = warp.line_turn;
    if (turn.slice_left <= 0) {
        turn.slice_left = instructions;
        turn.polls_before = poll_count(warp);
        turn.executed_before = warp.executed;
    }
    const uint64_t before = warp.executed;
    turn.line = 0;
    turn.may_end = true;
    turn.has_ended = false;
    run_warp(warp, turn.slice_left);
    turn.may_end = false;
    turn.slice_left -= static_cast<int64_t>(warp.executed - before);
    if (turn.has_ended && turn.slice_left > 0) return false;
    turn.slice_left = 0;
    return true;
}

Message endless_loop_message(const Warp& warp, const Poll& poll) {
    const auto without_place = [] { return msg("the warp waits in an endless loop"); };
    if (poll.bytes == 0) return without_place();
    const bool shared = poll.space == ptx::Space::shared;
    Message place = msg("shared memory at offset {}", poll.address);
    if (!shared) {
        const GlobalMemory& memory = *warp.worker->launch->memory;
        const auto index = memory.find(poll.address);
        if (!index) return without_place();
        const Allocation& buffer = memory.allocations()[*index];
        place = msg("{} at offset {}", warpscope::quoted(buffer.name), poll.address - buffer.begin);
    }
    const std::byte* const bytes = shared ? warp.shared + poll.address : warp.global + poll.address;
    uint64_t value = 0;
    if (poll.bytes <= sizeof(value)) std::memcpy(&value, bytes, poll.bytes);
    const bool is_small = poll.bytes <= sizeof(value) && value < uint64_t{1} << 16; // probably a state or count
    return is_small ? msg("the warp waits in an endless loop that polls {}, which holds {}", place, value)
                    : msg("the warp waits in an endless loop that polls {}", place);
}

void run_slices(Warp& warp) {
    const bool waited = warp.has_waited && warp.waiting == Waiting::surely;
    const uint64_t executed_at_start = warp.executed;
    if (warp.has_waited && still_waits(warp)) {
        warp.worker->waiting_instructions += warp.executed - executed_at_start;
        return;
    }
    warp.worker->moved = true;
    if (waited && warp.worker->launch->grid_workspace != 0) {
        warp.waiting = Waiting::no;
        warp.block->should_yield = true;
        return;
    }
    if (warp.state != WarpState::ready) return;
    const bool waits = warp.has_waited && (!warp.others.empty() || warp.waiting != Waiting::no);
    const bool is_short = waits || warp.block->has_waited || warp.worker->launch->options->second_order;
    const int64_t instructions = is_short ? uneven_slice(warp) : slice_instructions;
    const bool stepped = (warp.hooks & wants_instructions) != 0 || warp.worker->tried;
    const bool by_line = stepped && warp.worker->launch->code->for_stepping;
    if (warp.worker->launch->code->waiting_blocks.empty()) {
        if (!by_line)
            run_warp(warp, instructions);
        else if (!run_line(warp, instructions))
            return;
        if (warp.has_waited && warp.state == WarpState::ready) yield_turn(warp);
        return;
    }
    uint64_t polls_before = 0, executed_before = 0;
    if (by_line) {
        if (!run_line(warp, std::min(instructions, uneven_slice(warp)))) return;
        polls_before = warp.line_turn.polls_before;
        executed_before = warp.line_turn.executed_before;
    } else {
        polls_before = poll_count(warp);
        executed_before = warp.executed;
        run_warp(warp, instructions);
    }
    if (warp.state != WarpState::ready) return;
    warp.has_waited = true;
    if (warp.block->yields) // a yield ended the slice, so the warp may do more than wait
        warp.waiting = Waiting::no;
    else
        warp.waiting =
            find_waiting(warp, poll_count(warp) - polls_before, static_cast<int64_t>(warp.executed - executed_before));
    if (warp.state != WarpState::ready) return;
    if (warp.waiting != Waiting::no) {
        warp.block->has_waited = true;
        warp.worker->waiting_instructions += warp.executed - executed_before;
    }
    yield_turn(warp);
}

} // namespace

void run_turn(Warp& warp) {
    Worker& worker = *warp.worker;
    const uint64_t slept = warp.slept, waited = worker.waiting_instructions;
    run_slices(warp);
    if (worker.waiting_instructions != waited)
        warp.slept = slept; // discards sleep that depends on the number of polls
    else
        worker.longest_sleep = std::max(worker.longest_sleep, warp.slept);
}

DeadlockCause deadlock_cause(Warp& warp) {
    warp.failed_test = no_mbarrier;
    const bool loops = classify_loop(warp) != Waiting::no;
    const IterationRecorder recorder(warp);
    const bool idle = loops && go_to_top(warp);
    if (idle && warp.failed_test != no_mbarrier) return {awaited_message(warp, warp.failed_test), {}};
    const Poll poll = idle ? recorder.single_poll() : Poll();
    return {endless_loop_message(warp, poll), poll};
}

Waiting waiting_of(const Warp& warp) {
    if (!warp.has_waited) return Waiting::no;
    Waiting min = warp.waiting == Waiting::perhaps && warp.same_path < very_many_slices ? Waiting::no : warp.waiting;
    for (const WarpSplit& warp_split : warp.others)
        if (warp_split.state == WarpSplit::State::ready || warp_split.state == WarpSplit::State::arrived)
            min = std::min(min, warp_split.waiting);
    return min;
}

} // namespace warpscope::simt
