#pragma once

#include <cstdint>

#include "ptx/cfg.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Returns whether every path from `block` passes `later`.
[[nodiscard]] bool leads_to(const ptx::ControlFlowGraph& graph, uint32_t block, uint32_t later);
/// Returns whether `pc` is on every path after some barrier. If so, all threads reach `pc`, and a barrier fits there.
[[nodiscard]] bool is_after_barrier(const simt::Program& program, uint32_t pc);
/// Returns whether a thread may execute the line of `pc` several times: in a loop, or unrolled by the compiler.
[[nodiscard]] bool may_repeat(const simt::Program& program, uint32_t pc);
/// Returns whether a thread can get from one instruction to another of the same function without passing a barrier of
/// the block. Ignores barriers in called functions.
[[nodiscard]] bool reaches_without_barrier(const simt::Program& program, uint32_t from, uint32_t to);

} // namespace warpscope::metrics
