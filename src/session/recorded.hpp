// A run whose overlays come from the hardware: what the GPU recorded in place of what the emulator measured.
#pragma once

#include <memory>

#include "session/recording.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// `result` with these parts of its last launch taken from `recording`: owners of the output's cells, divergence of
/// warps, sectors and split branches, in total and by line. All else (other buffers' maps, instruction counts,
/// findings, traces of blocks) stays the emulator's. RunResult::recorded_on names the GPU.
[[nodiscard]] std::shared_ptr<const RunResult> as_recorded(std::shared_ptr<const RunResult> result,
                                                           const Recording& recording);

} // namespace warpscope::session
