// Records why and where a signal ends the program. Safe in signal handlers: allocates nothing, tolerates broken stacks.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/record/recorder.hpp"

namespace warpscope::runtime {

/// Returns whether the process has memory at an address.
[[nodiscard]] bool is_mapped(uint64_t address);

/// Returns the number of places: the interrupted one, if in the program, and its callers.
[[nodiscard]] size_t places_of_fault(const void* registers, std::span<uint64_t> places);

/// Records a crash unrelated to the device.
void tell_crash(Recorder& recorder, int signal, const siginfo_t& info, const void* registers);

} // namespace warpscope::runtime
