// Host code that uses a pointer to device memory stops there, as it does on a machine with a GPU; and it is said why
// and where, as of any other crash of the program's. Private to src/runtime.
#pragma once

namespace warpscope::runtime {

class Context;
class Allocations;

/// Once per process, before the program's own code runs, so that handlers of its own take the place of these.
void watch_crashes(Context& context);
/// Where addresses are looked up in from now on.
void watch_host_accesses(const Allocations& allocations);

} // namespace warpscope::runtime
