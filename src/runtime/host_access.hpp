// Records crashes and host accesses to device memory, which end the program as on a GPU.
#pragma once

namespace warpscope::runtime {

class Context;
class Allocations;

/// Call before the program's code, whose own signal handlers replace these.
void watch_crashes(Context& context);
void watch_host_accesses(const Allocations& allocations);

} // namespace warpscope::runtime
