// The arrays that a block's memory consists of, as the source names them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "replay/recording.hpp"

namespace warpscope::replay {

/// An array in the block's shared memory, or one member of an array of structures.
struct SharedArray {
    std::string name;     // "tile"
    std::string member;   // ".x" of each element; empty where the elements are numbers
    uint64_t offset = 0;  // in shared memory
    uint64_t bytes = 0;   // of all of it
    uint32_t element = 0; // type of an element, in DebugInfo::types; 0 where the build does not say
    uint32_t element_bytes = 1;
    uint32_t stride = 0; // bytes from one element to the next, where they are more than an element's; 0: they are not
    std::vector<uint64_t> extents; // float tile[16][17]: 16, 17; one where only the size is known

    [[nodiscard]] uint64_t step() const { return stride == 0 ? element_bytes : stride; }
    [[nodiscard]] uint64_t elements() const { return bytes / step(); }
    /// Address in shared memory.
    [[nodiscard]] uint64_t place(uint64_t index) const { return offset + index * step(); }
    /// The element that a byte belongs to.
    [[nodiscard]] std::optional<uint64_t> index_of(uint64_t address) const {
        if (address < offset || address >= offset + bytes || (address - offset) % step() >= element_bytes)
            return std::nullopt;
        return (address - offset) / step();
    }
};
/// By offset. Arrays of vectors have a dimension more (float4 q[2]: 2, 4), other structures one entry a member. Of a
/// build without debug information elements are as large as the block's requests to the array.
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
