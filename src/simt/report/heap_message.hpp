#pragma once

#include <string>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

struct HeapFault {
    FindingKind kind{};
    std::string text; // "is just past the end of 40 bytes that malloc gave ..."
};

[[nodiscard]] HeapFault heap_fault(LaunchState& launch, uint64_t address, uint32_t bytes);
/// Requires that the heap is locked.
[[nodiscard]] std::string free_fault(const LaunchState& launch, uint64_t address);

} // namespace warpscope::simt
