#include "metrics/race_text.hpp"

#include <fmt/format.h>

#include "simt/memory.hpp"

namespace warpscope::metrics {
namespace {

std::string_view verb(const RaceSide& side) {
    if (side.is_volatile) return side.writes ? "a volatile store" : "a volatile load";
    if (side.strength != AccessStrength::plain)
        return side.only_stores ? "an atomic store" : side.writes ? "an atomic operation" : "an atomic load";
    return side.writes ? "a store" : "a load";
}

std::string bytes_text(uint32_t bytes) { return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes); }

std::string index_text(const Dim3& index) { return fmt::format("({}, {}, {})", index.x, index.y, index.z); }

std::string place_text(const simt::Trap& trap, const simt::LaunchContext& launch) {
    if (trap.space == ptx::Space::shared) return fmt::format("shared memory at offset {}", trap.address);
    const auto index = launch.memory->find(trap.address);
    if (!index) return fmt::format("global memory at 0x{:x}", trap.address);
    const simt::Allocation& buffer = launch.memory->allocations()[*index];
    return fmt::format("'{}' at offset {}", buffer.name, trap.address - buffer.begin);
}

std::string_view advice(const simt::Trap& trap, const RaceSide& first, const RaceSide& second) {
    if (trap.kind == simt::TrapKind::race_same_value)
        return "both store the same value in this run, so the result is the same";
    if (trap.kind == simt::TrapKind::missing_syncwarp) {
        // Counting up with a load and a store loses counts whatever the lanes do in between.
        if (trap.space == ptx::Space::global) return "use an atomic, or __syncwarp() between the two";
        return "lanes of a warp need __syncwarp() between the two";
    }
    const auto in_block = [](const RaceSide& side) { return side.strength == AccessStrength::strong_in_block; };
    const auto strong = [](const RaceSide& side) { return side.strength != AccessStrength::plain; };
    if (first.block != second.block && strong(first) && strong(second) && (in_block(first) || in_block(second)))
        return "atomics with block scope (atomicAdd_block, thread_scope_block) are atomic for threads of one block "
               "only";
    if (first.block != second.block)
        return "blocks run in any order: use an atomic, or put the two into different launches; a flag or a lock "
               "orders them only with __threadfence() before it is set and after it is seen";
    if (first.pc == second.pc && first.writes && second.writes)
        return "only one of the two values stays; a lock keeps them apart only with a fence after it is taken and "
               "before it is given back";
    if (trap.space == ptx::Space::global) return "use an atomic, or __syncthreads() between the two";
    return "threads of a block need __syncthreads() between the two";
}

} // namespace

std::string race_text(const simt::Trap& trap, const RaceSide& first, const RaceSide& second,
                      const simt::LaunchContext& launch) {
    std::string other = fmt::format("thread {}", index_text(trap.other_thread_index));
    if (first.block != second.block) other += fmt::format(" of block {}", index_text(trap.other_block_index));
    if (trap.other_source.line != 0) other += fmt::format(" at {}:{}", trap.other_source.file, trap.other_source.line);
    return fmt::format("{} of {} of {} races with {} by {}: {}", verb(second), bytes_text(trap.bytes),
                       place_text(trap, launch), verb(first), other, advice(trap, first, second));
}

std::string copy_text(const simt::Trap& trap, bool writes, bool own) {
    const std::string by = own ? "the thread's own" : "one by thread " + index_text(trap.other_thread_index);
    const std::string at =
        trap.other_source.line == 0 ? "" : fmt::format(" at {}:{}", trap.other_source.file, trap.other_source.line);
    return fmt::format("{} of {} of shared memory at offset {} may come before the asynchronous copy (cp.async) "
                       "to that place has arrived, {}{}: {}",
                       writes ? "a store" : "a load", bytes_text(trap.bytes), trap.address, by, at,
                       own ? "wait for it first, with __pipeline_wait_prior(0) or the like"
                           : "a barrier does not wait for copies: the thread that copies waits for its own before the "
                             "barrier, with __pipeline_wait_prior(0) or the like");
}

} // namespace warpscope::metrics
