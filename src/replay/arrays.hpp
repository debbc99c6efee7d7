#pragma once

#include <optional>
#include <string>
#include <vector>

#include "replay/recording.hpp"

namespace warpscope::replay {

/// Shared array, or one member of an array of structures.
struct SharedArray {
    std::string name;
    std::string member; // ".x"; empty if the elements are numbers
    uint64_t offset = 0;
    uint64_t bytes = 0;
    uint32_t element = 0; // index in DebugInfo::types; 0: unknown
    uint32_t element_bytes = 1;
    uint32_t stride = 0;           // bytes from element to element; 0: element_bytes
    std::vector<uint64_t> extents; // {16, 17} for float tile[16][17]

    [[nodiscard]] uint64_t step() const { return stride == 0 ? element_bytes : stride; }
    [[nodiscard]] uint64_t elements() const { return bytes / step(); }
    [[nodiscard]] uint64_t place(uint64_t index) const { return offset + index * step(); }
    [[nodiscard]] std::optional<uint64_t> index_of(uint64_t address) const {
        if (address < offset || address >= offset + bytes || (address - offset) % step() >= element_bytes)
            return std::nullopt;
        return (address - offset) / step();
    }
};
/// Returns arrays sorted by offset. Vectors add a dimension: float4 q[2] has extents {2, 4}. Structures yield one entry
/// per member.
[[nodiscard]] std::vector<SharedArray> shared_arrays(const Recording& recording);

struct NamedElement {
    std::string array;
    uint64_t index = 0;
};
[[nodiscard]] std::optional<NamedElement> element_at(const Recording& recording, const std::vector<SharedArray>& arrays,
                                                     const MemoryAddress& at);

/// Returns the first eight bytes of an element, or nullopt if one of them is unwritten.
[[nodiscard]] std::optional<uint64_t> shared_value(const Recording& recording, const State& state,
                                                   const SharedArray& array, uint64_t index);

} // namespace warpscope::replay
