// What is told of a signal that ends the program: why, and where in its code. All of it may be called by a signal's
// handler, when stack and heap may be broken: nothing is allocated. Private to src/runtime.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/record/recorder.hpp"

namespace warpscope::runtime {

/// Returns whether the process has memory at an address.
[[nodiscard]] bool is_mapped(uint64_t address);

/// Where the program was interrupted, and who has called that; of a library's code only the latter. Returns how many.
[[nodiscard]] size_t places_of_fault(const void* registers, std::span<uint64_t> places);

/// Of a crash that has nothing to do with the device.
void tell_crash(Recorder& recorder, int signal, const siginfo_t& info, const void* registers);

} // namespace warpscope::runtime
