// Host code that uses a pointer to device memory stops there, as it does on a machine with a GPU; and it is said why.
// Private to src/runtime.
#pragma once

namespace warpscope::runtime {

class Context;
class Allocations;

/// Once per process: `allocations` are where addresses are looked up in.
void watch_host_accesses(Context& context, const Allocations& allocations);

} // namespace warpscope::runtime
