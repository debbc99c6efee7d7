// Records fatal signals without allocating memory, even with broken stacks.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/record/recorder.hpp"

namespace warpscope::runtime {

[[nodiscard]] bool is_mapped(uint64_t address, uint64_t bytes = 1);

/// Stores the place of the fault and its callers; returns their number.
[[nodiscard]] size_t places_of_fault(const void* registers, std::span<uint64_t> places);

void report_crash(Recorder& recorder, int signal, const siginfo_t& info, const void* registers);
void report_damaged_heap(Recorder& recorder, const void* registers);

} // namespace warpscope::runtime
