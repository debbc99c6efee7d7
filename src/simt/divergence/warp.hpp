// Begin, turns and end of a warp.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Starts `warp` as number `index` of its block, at the kernel's first instruction.
void begin_warp(Warp& warp, uint32_t index);
/// Runs until the warp ends or waits, or until a basic block ends after `instructions` instructions.
void run_warp(Warp& warp, int64_t instructions);
/// Enters `function` with fresh registers at call depth `depth`.
void enter_frame(Warp& warp, uint32_t function, size_t depth);

/// Returns the value of clocks: the warp's executed instructions plus those it would have executed while waiting.
/// Identical in every run.
[[nodiscard]] uint64_t time_of(const Warp& warp);
/// Reads a special register that changes while a warp runs (clocks). Others are set on function entry. d: slot. aux:
/// ptx::Special.
[[nodiscard]] Handler special_read();
[[nodiscard]] uint32_t bytes_of(ptx::Special which);

} // namespace warpscope::simt
