// The arrays that a block's memory consists of, as the source names them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "replay/recording.hpp"

namespace warpscope::replay {

/// An array in the block's shared memory.
struct SharedArray {
    std::string name;     // "tile"
    uint64_t offset = 0;  // in shared memory
    uint64_t bytes = 0;   // of all of it
    uint32_t element = 0; // type of an element, in DebugInfo::types; 0 where the build does not say
    uint32_t element_bytes = 1;
    std::vector<uint64_t> extents; // float tile[16][17]: 16, 17; one where only the size is known

    [[nodiscard]] uint64_t elements() const { return bytes / element_bytes; }
};
/// By offset. Of a build without debug information elements are as large as the block's requests to the array.
[[nodiscard]] std::vector<SharedArray> shared_arrays(const Recording& recording);

/// An element of a shared array or of a buffer of the plan.
struct NamedElement {
    std::string array;
    uint64_t index = 0;
};
[[nodiscard]] std::optional<NamedElement> element_at(const Recording& recording, const std::vector<SharedArray>& arrays,
                                                     const MemoryAddress& at);

/// Value of an element, whole bytes up to eight; nullopt where some of it has not been written yet.
[[nodiscard]] std::optional<uint64_t> shared_value(const Recording& recording, const State& state,
                                                   const SharedArray& array, uint64_t index);

} // namespace warpscope::replay
