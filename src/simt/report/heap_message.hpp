#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

struct HeapFault {
    FindingKind kind{};
    Message message; // "ACCESS is just past the end of 40 bytes that malloc gave ..."
};

[[nodiscard]] HeapFault heap_fault(LaunchState& launch, const Message& access, uint64_t address, uint32_t bytes);
/// Requires the heap's lock.
[[nodiscard]] Message free_fault(const LaunchState& launch, uint64_t address);

} // namespace warpscope::simt
