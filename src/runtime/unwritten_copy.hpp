#pragma once

#include "runtime/copy.hpp"

namespace warpscope::runtime {

void note_writer(Context& context, const Kernel& kernel, const std::vector<std::byte>& parameters);

/// Reports copies of unwritten memory to the host, except row padding. The report is an error if all bytes are
/// unwritten, otherwise a note, because programs may copy unused elements.
void report_unwritten(Context& context, const char* call, const Allocated& in, const Region& region,
                      const RegionSize& size);

} // namespace warpscope::runtime
