#include "metrics/races/race_message.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "base/symbol_name.hpp"
#include "base/text.hpp"
#include "metrics/findings/finding_list.hpp"
#include "metrics/races/program/barrier_reachability.hpp"
#include "metrics/races/program/barrier_text.hpp"
#include "metrics/races/program/data_dependence.hpp"
#include "ptx/analysis/bit_semantics.hpp"
#include "simt/memory.hpp"
#include "simt/message_parts.hpp"

namespace warpscope::metrics {
namespace {

using simt::bytes_message;

Message verb(const RaceSide& side) {
    if (side.is_volatile) return side.writes ? msg("a volatile store") : msg("a volatile load");
    if (side.strength != AccessStrength::plain) {
        if (side.only_stores) return msg("an atomic store");
        return side.writes ? msg("an atomic operation") : msg("an atomic load");
    }
    if (side.is_read_only) return msg("a read-only load");
    return side.writes ? msg("a store") : msg("a load");
}

Message other_thread(const simt::Finding& finding) {
    return simt::thread_message(finding.other_thread_index,
                                finding.other_block != finding.block ? &finding.other_block_index : nullptr,
                                finding.other_source);
}

Message place_message(ptx::Space space, uint64_t address, const simt::LaunchContext& launch) {
    if (space == ptx::Space::shared) return msg("shared memory at offset {}", address);
    const auto index = launch.memory->find(address);
    if (!index) return msg("global memory at {}", simt::hex_text(address));
    const simt::Allocation& buffer = launch.memory->allocations()[*index];
    return msg("{} at offset {}", warpscope::quoted(buffer.name), address - buffer.begin);
}

/// Returns whether the kernel or a function that it may call has an atomic or volatile access.
bool may_have_locks(const simt::LaunchContext& launch) {
    const simt::Program& program = *launch.program;
    const std::string kernel = program.kernel_names()[launch.kernel];
    return std::ranges::any_of(program.instructions(), [&](const simt::InstructionInfo& info) {
        const ptx::Function& function = program.module().functions[info.function];
        if (function.is_entry && function.name != kernel) return false;
        const std::string_view head = ptx::head_of(info.text);
        constexpr std::array starts{"atom.",      "red.",       "ld.volatile", "st.volatile",
                                    "ld.relaxed", "st.relaxed", "ld.acquire",  "st.release"};
        return std::ranges::any_of(starts, [&](const char* start) { return head.starts_with(start); });
    });
}

/// Suggests __syncthreads() if the whole block reaches an access (`at_barrier`), otherwise __syncwarp().
Message advice_for_lanes(const simt::Finding& finding, bool at_barrier) {
    // Suggests an atomic first, because synchronization does not save a counter's load and store from lost updates.
    if (finding.space == ptx::Space::global)
        return at_barrier ? msg("use an atomic, or __syncthreads() between the two; __syncwarp() is enough only if all "
                                "the threads involved are in one warp")
                          : msg("use an atomic, or __syncwarp() between the two");
    return at_barrier ? msg("put __syncthreads() between the two accesses; __syncwarp() is enough only if all the "
                            "threads involved are in one warp")
                      : msg("put __syncwarp() between the two accesses");
}

/// Returns the later of two lines that race only across rounds of a loop, because a barrier separates them within a
/// round; otherwise 0.
uint32_t last_line_of_round(const simt::Program& program, const RaceSide& first, const RaceSide& second) {
    const auto line = [&](const RaceSide& side) { return program.instructions()[side.pc].source.line; };
    if (program.instructions()[first.pc].source.file != program.instructions()[second.pc].source.file) return 0;
    const bool is_ordered = line(first) < line(second);
    const uint32_t early = is_ordered ? first.pc : second.pc, late = is_ordered ? second.pc : first.pc;
    if (line(first) == line(second) || reaches_without_barrier(program, early, late)) return 0;
    return reaches_without_barrier(program, late, early) ? std::max(line(first), line(second)) : 0;
}

Message advice(const simt::Finding& finding, const RaceSide& first, const RaceSide& second,
               const simt::LaunchContext& launch, PlaceUpdate update) {
    if (first.is_read_only || second.is_read_only)
        return msg("loads by __ldg() or through const __restrict__ may return old values of data that the same kernel "
                   "stores, even after a barrier; use plain loads");
    if (finding.kind == simt::FindingKind::race_same_value && update == PlaceUpdate::counts)
        return msg("both store the same value in this run, each computed from a value loaded before: one of the two "
                   "updates is lost, and a barrier does not help; use an atomic");
    if (finding.is_note)
        return msg("lanes of one instruction store the same value; one of these stores is performed, so the result is "
                   "defined");
    if (finding.kind == simt::FindingKind::race_same_value)
        return msg("both store the same value in this run, so the result is the same");
    const auto strong = [](const RaceSide& side) { return side.strength != AccessStrength::plain; };
    const bool atomic = !first.is_volatile && !second.is_volatile && strong(first) && strong(second);
    if (atomic && first.bytes != second.bytes)
        return msg("overlapping atomics of different sizes are not atomic with respect to each other: use one size");
    const simt::Program& program = *launch.program;
    if (update != PlaceUpdate::none && first.block == second.block && moves_in_loop(program, first.pc) &&
        moves_in_loop(program, second.pc))
        return msg("read-modify-write without an atomic: if the two are in different rounds of the loop, put "
                   "__syncthreads() between the rounds; if they are in the same round, use an atomic, such as "
                   "atomicAdd()");
    if (update != PlaceUpdate::none)
        return first.block == second.block
                   ? msg("read-modify-write without an atomic: updates are lost, and a barrier does not help; use an "
                         "atomic, such as atomicAdd()")
               : !may_have_locks(launch)
                   ? msg("read-modify-write without an atomic: updates can get lost; use an atomic, such as "
                         "atomicAdd()")
                   : msg("read-modify-write without an atomic: updates can get lost; use an atomic, such as "
                         "atomicAdd(), or a lock with __threadfence() after taking it and before releasing it");
    if (finding.kind == simt::FindingKind::missing_syncwarp) {
        const auto loads_plainly = [](const RaceSide& side) {
            return !side.writes && side.strength == AccessStrength::plain && !side.is_volatile;
        };
        if ((strong(first) && !first.is_volatile && loads_plainly(second)) ||
            (strong(second) && !second.is_volatile && loads_plainly(first)))
            return msg("the load may return an old value: use an atomic or volatile load. __syncwarp() between the two "
                       "is enough only if all lanes reach it, not if they leave a loop at different times");
        const bool one_statement = is_of_one_line(finding) && first.writes != second.writes;
        const auto at_barrier = [&](uint32_t pc) { return is_after_barrier(program, pc); };
        const bool waits_for_block = at_barrier(first.pc) || at_barrier(second.pc);
        const Message general = advice_for_lanes(finding, waits_for_block);
        return one_statement ? msg("{}. Inside one statement, use a variable: load, {}, store", general,
                                   waits_for_block ? "__syncthreads()" : "__syncwarp()")
                             : general;
    }
    const auto in_block = [](const RaceSide& side) { return side.strength == AccessStrength::strong_in_block; };
    if (first.block != second.block && strong(first) && strong(second) && (in_block(first) || in_block(second)))
        return msg("atomics with block scope (atomicAdd_block, thread_scope_block) are atomic only among threads of "
                   "one block");
    if (first.block != second.block && launch.config.cooperative)
        return msg("blocks run in any order, so put grid.sync() between the two");
    if (first.block != second.block && !may_have_locks(launch))
        return msg("blocks run in any order, so use an atomic, or put the two into different launches");
    if (first.block != second.block)
        return msg("blocks run in any order: use an atomic, or put the two into different launches; a flag or a lock "
                   "orders them only with __threadfence() before it is set and after it is seen");
    if (first.pc == second.pc && first.writes && second.writes && !may_have_locks(launch))
        return msg("only one of the two values stays: let one thread store, or use an atomic");
    if (first.pc == second.pc && first.writes && second.writes)
        return msg("only one of the two values stays; a lock separates them only with a fence after it is taken and "
                   "before it is released");
    const bool is_in_line = is_of_one_line(finding) && first.writes != second.writes;
    const bool is_repeated = is_in_line && may_repeat(program, second.pc);
    if (is_controlled_by_data(program, first.pc) && is_controlled_by_data(program, second.pc))
        return msg("nothing orders the two: use an atomic, or a barrier that all threads reach. Loaded values decide "
                   "which threads come here");
    if (finding.space == ptx::Space::global)
        return is_in_line ? msg("use an atomic, or else: {}", barrier_place_in_line(is_repeated))
                          : msg("use an atomic, or __syncthreads() between the two");
    if (const Message barriers = other_barriers(program); !barriers.empty())
        return msg("no barrier orders the two: both threads must pass the same barrier, and its count must equal the "
                   "number of arriving threads; the kernel has {}",
                   barriers);
    if (const uint32_t last = last_line_of_round(program, first, second); last != 0)
        return msg("a thread may still be at line {} when another one begins the next round of the loop, so put "
                   "__syncthreads() at the end of the loop's body",
                   last);
    return is_in_line ? barrier_advice_in_line(is_repeated) : barrier_advice();
}

Message stored_in_line(const Message& store, const SourceLocation& at) {
    return at.line == 0 ? store : msg("{} in line {}", store, at.line);
}

Message flag_message(const FlagBetween& flag, const simt::LaunchContext& launch) {
    const Message place = place_message(flag.space, flag.address, launch);
    if (flag.space != ptx::Space::shared) return place;
    const std::vector<simt::SharedVariableInfo>& all = launch.program->shared_variables(launch.kernel);
    const auto next = std::ranges::upper_bound(all, flag.address, {}, &simt::SharedVariableInfo::offset);
    if (next == all.begin()) return place;
    const simt::SharedVariableInfo& variable = *std::prev(next);
    return msg("{} in {}", warpscope::quoted(plain_name(variable.name)), place);
}

Message flag_advice(const FlagBetween& flag, const simt::LaunchContext& launch) {
    const Message place = flag_message(flag, launch);
    const Message set = flag.set.line == 0 ? msg("set") : msg("set in line {}", flag.set.line);
    const Message seen = flag.seen.line == 0 ? msg("seen") : msg("seen in line {}", flag.seen.line);
    if (flag.is_for_one_block)
        return msg("the flag or lock {}, {} and {}, orders threads of one block only, by its scope "
                   "(thread_scope_block, atomicAdd_block): use that of the device (thread_scope_device)",
                   place, set, seen);
    const char* const fence = flag.space == ptx::Space::shared ? "__threadfence_block()" : "__threadfence()";
    if (!flag.lacks_acquire)
        return msg("the flag or lock {}, {} and {}, does not order the two: a {} is missing before it is set", place,
                   set, seen, fence);
    if (!flag.lacks_release)
        return msg("the flag or lock {}, {} and {}, does not order the two: a {} is missing after it is seen", place,
                   set, seen, fence);
    return msg(
        "the flag or lock {}, {} and {}, does not order the two: a {} is missing before it is set, and one after "
        "it is seen",
        place, set, seen, fence);
}

bool is_of_grid_barrier(const FlagBetween& flag, const simt::LaunchContext& launch) {
    const auto index = flag.space == ptx::Space::global ? launch.memory->find(flag.address) : std::nullopt;
    return index && launch.memory->allocations()[*index].name == simt::grid_workspace_name;
}

Message plain_race_message(const simt::Finding& finding, const RaceSide& first, const RaceSide& second,
                           const Message& place, const Message& advice) {
    const Message thread = simt::thread_message(
        finding.other_thread_index, finding.other_block != finding.block ? &finding.other_block_index : nullptr, {});
    const uint32_t line = finding.source.line, other_line = finding.other_source.line;
    if (first.writes && second.writes)
        return line == other_line
                   ? msg("Line {} writes {}; {} writes it there as well: {}", line, place, thread, advice)
                   : msg("Line {} writes {}; {} writes it in line {} as well: {}", line, place, thread, other_line,
                         advice);
    if (line == other_line)
        return second.writes ? msg("Line {} writes {}; {} reads it there: {}", line, place, thread, advice)
                             : msg("Line {} reads {}; {} writes it there: {}", line, place, thread, advice);
    return second.writes
               ? msg("Line {} writes {}; {} reads it in line {}: {}", line, place, thread, other_line, advice)
               : msg("Line {} reads {}; {} writes it in line {}: {}", line, place, thread, other_line, advice);
}

} // namespace

Message race_message(const simt::Finding& finding, const RaceSide& first, const RaceSide& second,
                     const simt::LaunchContext& launch, const std::optional<FlagBetween>& flag, PlaceUpdate update) {
    const Message place = place_message(finding.space, finding.address, launch);
    const auto best_advice = [&] {
        return flag && !is_of_grid_barrier(*flag, launch) ? flag_advice(*flag, launch)
                                                          : advice(finding, first, second, launch, update);
    };
    const bool own = first.block == second.block && first.thread == second.thread;
    if (own && (first.is_read_only || second.is_read_only)) {
        const Message store = verb(first.is_read_only ? second : first);
        return msg("{} of {} of {} reads data that the thread itself changed before, by {}: {}",
                   verb(first.is_read_only ? first : second), bytes_message(finding.bytes), place,
                   stored_in_line(store, first.is_read_only ? finding.source : finding.other_source),
                   advice(finding, first, second, launch, update));
    }
    const auto is_plain = [](const RaceSide& side) {
        return side.strength == AccessStrength::plain && !side.is_volatile && !side.is_read_only;
    };
    const bool has_lines =
        finding.source.line != 0 && finding.other_source.line != 0 && finding.source.file == finding.other_source.file;
    if (is_plain(first) && is_plain(second) && has_lines)
        return plain_race_message(finding, first, second, place, best_advice());
    return msg("{} of {} of {} races with {} by {}: {}", verb(second), bytes_message(finding.bytes), place, verb(first),
               other_thread(finding), best_advice());
}

Message freed_message(const simt::Finding& finding, const RaceSide& access, const simt::HeapEvent& free) {
    const Message distance = bytes_message(finding.address - free.address), size = bytes_message(free.bytes);
    return finding.block == finding.other_block
               ? msg("{} of {}, {} into {} from malloc, may happen after {} has freed them: nothing orders the two; "
                     "the thread that frees must first wait for all others, with a barrier",
                     verb(access), bytes_message(finding.bytes), distance, size, other_thread(finding))
               : msg("{} of {}, {} into {} from malloc, may happen after {} has freed them: nothing orders the two; "
                     "the thread that frees must first wait for all others, with a counter that each thread changes "
                     "atomically after a __threadfence()",
                     verb(access), bytes_message(finding.bytes), distance, size, other_thread(finding));
}

Message async_copy_message(const simt::Finding& finding, bool writes, bool own,
                           const simt::Program* signaling_program) {
    const SourceLocation at{finding.other_source.file, finding.other_source.line, 0};
    const Message thread = simt::thread_message(finding.other_thread_index, nullptr, at);
    const Message copy = !own           ? msg("one by {}", thread)
                         : at.line == 0 ? msg("the thread's own")
                                        : msg("the thread's own at {}", at);
    const Message advice =
        signaling_program != nullptr
            ? msg("a barrier of the block does not wait for copies; the mbarrier that this copy notifies "
                  "does: wait for it first, with wait() or arrive_and_wait() of the cuda::barrier or "
                  "consumer_wait() of the pipeline; the kernel has {}",
                  other_barriers(*signaling_program))
        : own ? msg("wait for it first, for example with __pipeline_wait_prior(0)")
              : msg("a barrier does not wait for copies: each thread must wait for its own copies before the barrier, "
                    "for example with __pipeline_wait_prior(0)");
    return msg(
        "{} of {} of shared memory at offset {} may come before the asynchronous copy (cp.async) to that place has "
        "arrived, {}: {}",
        writes ? msg("a store") : msg("a load"), bytes_message(finding.bytes), finding.address, copy, advice);
}

} // namespace warpscope::metrics
