#include "metrics/races/race_message.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "base/symbol_name.hpp"
#include "base/text.hpp"
#include "metrics/races/program/barrier_reachability.hpp"
#include "metrics/races/program/barrier_text.hpp"
#include "simt/memory.hpp"

namespace warpscope::metrics {
namespace {

std::string_view verb(const RaceSide& side) {
    if (side.is_volatile) return side.writes ? "a volatile store" : "a volatile load";
    if (side.strength != AccessStrength::plain)
        return side.only_stores ? "an atomic store" : side.writes ? "an atomic operation" : "an atomic load";
    if (side.is_read_only) return "a read-only load";
    return side.writes ? "a store" : "a load";
}

/// "thread (3, 0, 0) of block (1, 0, 0) at sum.cu:5"
std::string other_text(const simt::Finding& finding) {
    std::string text = fmt::format("thread {}", index_text(finding.other_thread_index));
    if (finding.other_block != finding.block)
        text += fmt::format(" of block {}", index_text(finding.other_block_index));
    if (finding.other_source.line != 0)
        text += fmt::format(" at {}:{}", finding.other_source.file, finding.other_source.line);
    return text;
}

std::string bytes_text(uint64_t bytes) { return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes); }

std::string place_text(ptx::Space space, uint64_t address, const simt::LaunchContext& launch) {
    if (space == ptx::Space::shared) return fmt::format("shared memory at offset {}", address);
    const auto index = launch.memory->find(address);
    if (!index) return fmt::format("global memory at 0x{:x}", address);
    const simt::Allocation& buffer = launch.memory->allocations()[*index];
    return fmt::format("'{}' at offset {}", buffer.name, address - buffer.begin);
}

/// Suggests a block barrier if the whole block passes here.
std::string_view advice_for_lanes(const simt::Finding& finding, bool at_barrier) {
    // A load and a store lose counts regardless of synchronization between lanes.
    if (finding.space == ptx::Space::global)
        return at_barrier ? "use an atomic, or __syncthreads() between the two; __syncwarp() is enough only if all "
                            "threads that have to do with each other there are of one warp"
                          : "use an atomic, or __syncwarp() between the two";
    return at_barrier ? "threads of a block need __syncthreads() between the two; __syncwarp() is enough only if all "
                        "threads that have to do with each other there are of one warp"
                      : "lanes of a warp need __syncwarp() between the two";
}

std::string advice(const simt::Finding& finding, const RaceSide& first, const RaceSide& second,
                   const simt::LaunchContext& launch, PlaceUpdate update) {
    if (first.is_read_only || second.is_read_only)
        return "loads by __ldg() or through const __restrict__ may return old values of what the same kernel stores, "
               "behind a barrier, too: load that without them";
    if (finding.kind == simt::FindingKind::race_same_value && update == PlaceUpdate::counts)
        return "both store the same value in this run, each computed from what it has loaded there before: one of the "
               "two changes is lost, as of a counter, and no barrier helps; use an atomic";
    if (finding.is_note)
        return "lanes of one instruction store the same value, one of these stores is performed, and the result is "
               "defined";
    if (finding.kind == simt::FindingKind::race_same_value)
        return "both store the same value in this run, so the result is the same";
    const auto strong = [](const RaceSide& side) { return side.strength != AccessStrength::plain; };
    const bool atomic = !first.is_volatile && !second.is_volatile && strong(first) && strong(second);
    if (atomic && first.bytes != second.bytes)
        return "atomics of different sizes that overlap are not atomic towards each other: use one size";
    if (update != PlaceUpdate::none)
        return first.block == second.block
                   ? "threads change the value that they have loaded there, so that changes get lost, and no barrier "
                     "helps: use an atomic"
                   : "threads change the value that they have loaded there, so that changes get lost: use an atomic, "
                     "or a lock with a __threadfence() after it is taken and before it is given back";
    if (finding.kind == simt::FindingKind::missing_syncwarp) {
        const bool one_statement = finding.source.line != 0 && finding.source.line == finding.other_source.line &&
                                   finding.source.file == finding.other_source.file && first.writes != second.writes;
        const auto at_barrier = [&](uint32_t pc) { return is_behind_barrier(*launch.program, pc); };
        const std::string_view general = advice_for_lanes(finding, at_barrier(first.pc) || at_barrier(second.pc));
        return fmt::format("{}{}", general,
                           one_statement ? "; in one statement that takes a variable: load, __syncwarp(), store" : "");
    }
    const auto in_block = [](const RaceSide& side) { return side.strength == AccessStrength::strong_in_block; };
    if (first.block != second.block && strong(first) && strong(second) && (in_block(first) || in_block(second)))
        return "atomics with block scope (atomicAdd_block, thread_scope_block) are atomic for threads of one block "
               "only";
    if (first.block != second.block)
        return "blocks run in any order: use an atomic, or put the two into different launches; a flag or a lock "
               "orders them only with __threadfence() before it is set and after it is seen";
    if (first.pc == second.pc && first.writes && second.writes)
        return "only one of the two values stays; a lock keeps them apart only with a fence after it is taken and "
               "before it is given back";
    if (finding.space == ptx::Space::global) return "use an atomic, or __syncthreads() between the two";
    if (const std::string barriers = other_barriers_text(*launch.program); !barriers.empty())
        return fmt::format("no barrier orders the two: both threads must pass the same one, and as many threads as it "
                           "counts; the kernel has {}",
                           barriers);
    return "threads of a block need __syncthreads() between the two";
}

std::string line_text(const SourceLocation& at) {
    return at.line == 0 ? std::string() : fmt::format(" in line {}", at.line);
}

/// Names the variable in shared memory.
std::string flag_text(const FlagBetween& flag, const simt::LaunchContext& launch) {
    const std::string place = place_text(flag.space, flag.address, launch);
    if (flag.space != ptx::Space::shared) return place;
    const std::vector<simt::SharedVariableInfo>& all = launch.program->shared_variables(launch.kernel);
    const auto next = std::ranges::upper_bound(all, flag.address, {}, &simt::SharedVariableInfo::offset);
    if (next == all.begin()) return place;
    const simt::SharedVariableInfo& variable = *std::prev(next);
    return fmt::format("'{}' in {}", plain_name(variable.name), place);
}

std::string flag_advice(const FlagBetween& flag, const simt::LaunchContext& launch) {
    if (flag.is_for_one_block)
        return fmt::format("the flag or lock {}, set{} and seen{}, orders threads of one block only, by its scope "
                           "(thread_scope_block, atomicAdd_block): use that of the device (thread_scope_device)",
                           flag_text(flag, launch), line_text(flag.set), line_text(flag.seen));
    const std::string_view missing = !flag.lacks_acquire   ? "is missing before it is set"
                                     : !flag.lacks_release ? "is missing after it is seen"
                                                           : "is missing before it is set, and one after it is seen";
    return fmt::format("the flag or lock {}, set{} and seen{}, does not order the two: a {} {}",
                       flag_text(flag, launch), line_text(flag.set), line_text(flag.seen),
                       flag.space == ptx::Space::shared ? "__threadfence_block()" : "__threadfence()", missing);
}

} // namespace

std::string race_text(const simt::Finding& finding, const RaceSide& first, const RaceSide& second,
                      const simt::LaunchContext& launch, const std::optional<FlagBetween>& flag, PlaceUpdate update) {
    const bool own = first.block == second.block && first.thread == second.thread;
    if (own && (first.is_read_only || second.is_read_only)) {
        const std::string_view stored = verb(first.is_read_only ? second : first);
        return fmt::format("{} of {} of {} is of what the thread itself has changed before, by {}{}: {}",
                           verb(first.is_read_only ? first : second), bytes_text(finding.bytes),
                           place_text(finding.space, finding.address, launch), stored,
                           line_text(first.is_read_only ? finding.source : finding.other_source),
                           advice(finding, first, second, launch, update));
    }
    return fmt::format("{} of {} of {} races with {} by {}: {}", verb(second), bytes_text(finding.bytes),
                       place_text(finding.space, finding.address, launch), verb(first), other_text(finding),
                       flag ? flag_advice(*flag, launch) : advice(finding, first, second, launch, update));
}

std::string free_text(const simt::Finding& finding, const RaceSide& access, const simt::HeapEvent& free) {
    return fmt::format("{} of {}, {} into {} that malloc gave, may come after {} has freed them: nothing orders the "
                       "two; who frees waits for all others first, {}",
                       verb(access), bytes_text(finding.bytes), bytes_text(finding.address - free.address),
                       bytes_text(free.bytes), other_text(finding),
                       finding.block == finding.other_block
                           ? "with a barrier"
                           : "with a counter that each changes atomically, behind __threadfence()");
}

std::string copy_text(const simt::Finding& finding, bool writes, bool own, const simt::Program* told) {
    const std::string by = own ? "the thread's own" : "one by thread " + index_text(finding.other_thread_index);
    const std::string at = finding.other_source.line == 0
                               ? ""
                               : fmt::format(" at {}:{}", finding.other_source.file, finding.other_source.line);
    return fmt::format(
        "{} of {} of shared memory at offset {} may come before the asynchronous copy (cp.async) "
        "to that place has arrived, {}{}: {}",
        writes ? "a store" : "a load", bytes_text(finding.bytes), finding.address, by, at,
        told != nullptr ? fmt::format("a barrier of the block does not wait for copies; the mbarrier that is told of "
                                      "this one does: wait for that first, with wait() or arrive_and_wait() of the "
                                      "cuda::barrier or consumer_wait() of the pipeline; the kernel has {}",
                                      other_barriers_text(*told))
        : own           ? "wait for it first, with __pipeline_wait_prior(0) or the like"
                        : "a barrier does not wait for copies: the thread that copies waits for its own before the "
                          "barrier, with __pipeline_wait_prior(0) or the like");
}

} // namespace warpscope::metrics
