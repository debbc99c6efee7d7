// Finds unwritten device memory that a program copies to the host, for example because its grid is too small.
#pragma once

#include "runtime/copy.hpp"

namespace warpscope::runtime {

/// Records the kernel as the last one that may write the allocations in its parameters. `parameters`: in the kernel's
/// layout.
void note_writer(Context& context, const Kernel& kernel, const std::vector<std::byte>& parameters);

/// Reports unwritten elements of `in` in the region, except between the rows of pitched memory. Makes an error if the
/// whole region is unwritten, else a note, because programs may copy more of a buffer than they use.
void report_unwritten(Context& context, const char* call, const Allocated& in, const Region& region,
                      const RegionSize& size);

} // namespace warpscope::runtime
