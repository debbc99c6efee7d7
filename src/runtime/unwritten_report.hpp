#pragma once

#include "runtime/copy.hpp"

namespace warpscope::runtime {

void note_writer(Context& context, const Kernel& kernel, const std::vector<std::byte>& parameters);

/// Reports copies of unwritten memory to the host, except padding: an error if all bytes are unwritten, otherwise a
/// note.
void report_unwritten(Context& context, const char* call, const Allocated& in, const Region& region,
                      const RegionSize& size);

/// Reports a host read of unwritten managed memory at `address`.
void report_unwritten_read(Context& context, const Allocated& in, uint64_t address, Frames frames);

} // namespace warpscope::runtime
