// Stops host code that uses a device pointer, as a GPU machine does, and records reason and place, as for any crash.
#pragma once

namespace warpscope::runtime {

class Context;
class Allocations;

/// Installs signal handlers. Call once, before the program's code runs, so that its own handlers replace these.
void watch_crashes(Context& context);
/// Sets the allocations for looking up addresses.
void watch_host_accesses(const Allocations& allocations);

} // namespace warpscope::runtime
