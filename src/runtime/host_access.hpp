#pragma once

namespace warpscope::runtime {

class Context;
class Allocations;

/// Records crashes and host accesses to device memory. Call before the program's code, which may replace signal
/// handlers.
void watch_crashes(Context& context);
void watch_host_accesses(const Allocations& allocations);

} // namespace warpscope::runtime
