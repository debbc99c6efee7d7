// Finds device memory that a program copies to the host although nothing has written it, as after a grid that is too
// small.
#pragma once

#include "runtime/copy.hpp"

namespace warpscope::runtime {

/// Notes the kernel as the last that may write the allocations that its parameters point to. `parameters`: in the
/// kernel's layout.
void note_writer(Context& context, const Kernel& kernel, const std::vector<std::byte>& parameters);

/// Reports unwritten elements of `in` in the region, except between the rows of pitched memory: an error if nothing of
/// it is written, a note otherwise, because programs may copy more of a partly filled buffer than they use.
void report_unwritten(Context& context, const char* call, const Allocated& in, const Region& region,
                      const RegionSize& size);

} // namespace warpscope::runtime
