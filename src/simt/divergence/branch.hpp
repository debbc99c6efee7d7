// Handlers that change which lanes run and where: branches, calls, returns, exits, and the ends of basic blocks.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

// Common to all of these: aux = basic block that ends here, c = its length in instructions.
// Distances are in Insts from this one; a distance of 0 to the meeting point means that there is none.

/// Falls into the next basic block.
[[nodiscard]] Handler control_fall_through();
/// The same behind instructions that belong to no basic block: reads neither aux nor c.
[[nodiscard]] Handler control_pass();
/// b = distance to the target.
[[nodiscard]] Handler control_jump();
/// a = predicate, b = distance to the target, d = distance to the meeting point.
[[nodiscard]] Handler control_branch(bool negated);
/// a = index slot, b = table, d = distance to the meeting point.
[[nodiscard]] Handler control_table();
/// a = predicate, or none when `predicated` is false.
[[nodiscard]] Handler control_exit(bool predicated, bool negated);
[[nodiscard]] Handler control_return(bool predicated, bool negated);
/// Returns whether all that lanes of the kernel itself (of no call) do at `inst` is to end.
[[nodiscard]] bool ends_thread(const Inst* inst);
[[nodiscard]] Handler control_trap(bool predicated, bool negated);
/// a = predicate, b = call site.
[[nodiscard]] Handler control_call(bool predicated, bool negated);

/// Makes `lanes` the present path's lanes.
void set_active(Warp& warp, LaneMask lanes);
/// Counts the basic block that ends at `inst`, tells observers, and takes it off the time slice.
void leave_block(Warp& warp, const Inst* inst);
/// `next`, or where to go on when the present path ends there; nullptr when the warp must stop for now.
[[nodiscard]] const Inst* go_on(Warp& warp, const Inst* next);
/// Goes on with the next waiting path, with the caller, or ends the warp: the present path has no lanes left or has
/// reached its meeting point.
[[nodiscard]] const Inst* resume_path(Warp& warp);
/// Ends the threads of `lanes`. The caller goes on with resume_path when none is left on the present path.
void end_lanes(Warp& warp, LaneMask lanes);

} // namespace warpscope::simt
