#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

void begin_warp(Warp& warp, uint32_t index);
/// Runs until the warp ends or waits, or until a basic block ends and `instructions` have run.
void run_warp(Warp& warp, int64_t instructions);
void enter_frame(Warp& warp, uint32_t function, size_t depth);

/// Returns the clock, the reproducible sum of executed instructions and skipped time.
[[nodiscard]] uint64_t time_of(const Warp& warp);
/// Reads clock registers; function entry sets the other special registers. d: result slot. aux: ptx::Special.
[[nodiscard]] Handler special_read();
[[nodiscard]] uint32_t bytes_of(ptx::Special which);

} // namespace warpscope::simt
