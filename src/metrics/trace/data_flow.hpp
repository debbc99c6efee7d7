// Data flow of a block: from which elements each written value was computed. Follows registers, shuffles and local
// memory.
//
// Includes data and address indices, but not conditions. A predicated instruction counts as executed and as skipped.
// Does not follow calls that were not inlined.
#pragma once

#include <string>
#include <vector>

#include "base/launch.hpp"
#include "metrics/results.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Array in which the data flow begins or ends: a buffer, a shared array, or `registers` (one element per thread, which
/// shuffles write).
struct FlowArray {
    enum class Kind : uint8_t { buffer, shared, registers };
    Kind kind{};
    std::string name;
    uint32_t buffer = ~0u;
    uint64_t begin = 0;         // shared: offset of the first element
    uint32_t element_bytes = 4; // size of a cell, or of the smallest access to a shared array
    /// First array of the group. Ping-pong buffers are one group; its first array holds the common name and counts.
    uint32_t group = 0;
    uint64_t writes = 0;
    uint64_t inner = 0; // edges between different elements
};

inline constexpr uint32_t no_write = ~0u;

struct FlowSource {
    uint32_t array = 0;
    uint64_t element = 0;
    uint32_t write = no_write; // index in Flow::writes; no_write: from before the block
    bool by_address = false;   // whether the source selects the target address, not the value
};

struct FlowWrite {
    uint32_t array = 0;
    uint64_t element = 0;
    uint32_t thread = 0; // in the block
    uint32_t pc = 0;
    uint32_t interval = 0;
    uint32_t level = 0;                     // 1 + the highest level of the writes that it depends on
    uint32_t first_source = 0, sources = 0; // index in Flow::sources
    bool atomic = false;
    bool used = true; // false for a shuffle with unused result
};

struct Flow {
    std::vector<FlowArray> arrays;
    std::vector<FlowWrite> writes;
    std::vector<FlowSource> sources;
    bool truncated = false; // covers only the start of the block
    bool calls = false;     // has calls that were not followed

    [[nodiscard]] uint32_t group_of(const FlowSource& source) const { return arrays[source.array].group; }
    [[nodiscard]] uint32_t group_of(const FlowWrite& write) const { return arrays[write.array].group; }
    /// Prefers the array with most edges between elements, then shared memory, then most writes.
    [[nodiscard]] const FlowArray* most_informative() const;
};

[[nodiscard]] Flow flow_of(const BlockTrace& trace, const simt::Program& program, uint32_t kernel,
                           const ExecutionPlan& plan);

} // namespace warpscope::metrics
