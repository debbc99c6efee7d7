// A warp's life: it begins, runs in turns, ends.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Makes `warp` warp number `index` of its block, at the kernel's first instruction.
void begin_warp(Warp& warp, uint32_t index);
/// Runs until the warp ends, waits, or has executed as many instructions and come to the end of a basic block.
void run_warp(Warp& warp, int64_t instructions);
/// Makes `function` the running one, with fresh registers, at call depth `depth`.
void enter_frame(Warp& warp, uint32_t function, size_t depth);

/// What clocks show: they count the warp's own instructions, so that they advance and are the same in every run, and
/// what it would have executed where it only waited.
[[nodiscard]] uint64_t time_of(const Warp& warp);
/// Reads a special register that changes while a warp runs (clocks); the others are filled in when a function is
/// entered. d = slot, aux = ptx::Special.
[[nodiscard]] Handler special_read();
[[nodiscard]] uint32_t bytes_of(ptx::Special which);

} // namespace warpscope::simt
