// What findings say about blocks of the heap. Private to src/simt.
#pragma once

#include <string>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

struct HeapFault {
    FindingKind kind{};
    std::string text; // "is just past the end of 40 bytes that malloc gave thread (3, 0, 0) of block (0, 0, 0) ..."
};

/// Of an access that DeviceHeap::allows() does not allow.
[[nodiscard]] HeapFault heap_fault(LaunchState& launch, uint64_t address, uint32_t bytes);
/// Of a pointer that free() cannot take. To be called under the heap's lock.
[[nodiscard]] std::string free_fault(const LaunchState& launch, uint64_t address);

} // namespace warpscope::simt
