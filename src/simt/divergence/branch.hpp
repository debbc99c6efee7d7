#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

// aux of all handlers: basic block that the Inst ends. c: its length in instructions. Distances count Insts from this
// Inst. d = 0: no reconvergence point.

[[nodiscard]] Handler control_fall_through();
/// Continues at the next Inst. Uses neither aux nor c.
[[nodiscard]] Handler control_pass();
[[nodiscard]] Handler control_jump();
/// a: predicate. b: distance to the target. d: distance to the reconvergence point.
[[nodiscard]] Handler control_branch(bool negated);
/// a: slot of the index. b: number of the table. d: distance to the reconvergence point.
[[nodiscard]] Handler control_table();
[[nodiscard]] Handler control_exit(bool predicated, bool negated);
[[nodiscard]] Handler control_return(bool predicated, bool negated);
/// Returns whether `inst` does nothing but end its lanes (or return from a called function).
[[nodiscard]] bool ends_thread(const Inst* inst);
[[nodiscard]] Handler control_trap(bool predicated, bool negated);
[[nodiscard]] Handler control_call(bool predicated, bool negated);

void set_active(Warp& warp, LaneMask lanes);
void leave_block(Warp& warp, const Inst* inst);
/// Returns nullptr if the warp must stop for now.
[[nodiscard]] const Inst* continue_at(Warp& warp, const Inst* next);
[[nodiscard]] const Inst* resume_path(Warp& warp);
/// If no lane of the path remains, continue with resume_path().
void end_lanes(Warp& warp, LaneMask lanes);

} // namespace warpscope::simt
