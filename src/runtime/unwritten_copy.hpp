#pragma once

#include "runtime/copy.hpp"

namespace warpscope::runtime {

void note_writer(Context& context, const Kernel& kernel, const std::vector<std::byte>& parameters);

/// Reports copies of unwritten memory to the host, except row padding. An error if all is unwritten, otherwise a note:
/// programs may copy unused elements.
void report_unwritten(Context& context, const char* call, const Allocated& in, const Region& region,
                      const RegionSize& size);

} // namespace warpscope::runtime
