// Where the values go that a block's threads write: from which elements they were made. Found by following every value
// from its load through registers, shuffles and local memory to its store, along the recorded steps.
//
// What is followed are data, and the indices of addresses; not conditions (a value that only decided a branch has no
// part in what is stored behind it). An instruction under a predicate is taken to have kept the old value or set the
// new one, since the trace does not tell which lanes it was on for. Calls that the compiler did not inline are not
// followed.
#pragma once

#include <string>
#include <vector>

#include "base/launch.hpp"
#include "metrics/results.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Elements that values lie in. `registers`: one per thread of the block, where shuffles put what they bring.
struct FlowArray {
    enum class Kind : uint8_t { buffer, shared, registers };
    Kind kind{};
    std::string name;
    uint32_t buffer = ~0u;      // plan index
    uint64_t begin = 0;         // shared: offset of the first element
    uint32_t element_bytes = 4; // of buffers: a cell; of shared arrays: the smallest access
    /// Arrays between which values go to and fro, as between two buffers that take turns, are looked at as one, element
    /// k of one with element k of the other: the index of the first of them. That one has the name and counts of all.
    uint32_t group = 0;
    uint64_t writes = 0;
    uint64_t inner = 0; // edges from one element to another
};

inline constexpr uint32_t no_write = ~0u;

struct FlowSource {
    uint32_t array = 0;
    uint64_t element = 0;
    uint32_t write = no_write; // that left the value there, in Flow::writes; none: it was there before the block began
    bool by_address = false;   // it chose where to write, not what
};

/// One thread writes one element once.
struct FlowWrite {
    uint32_t array = 0;
    uint64_t element = 0;
    uint32_t thread = 0; // in the block
    uint32_t pc = 0;
    uint32_t epoch = 0;                     // barriers that its warp had passed
    uint32_t level = 0;                     // within the epoch: 1 more than the writes that it depends on
    uint32_t first_source = 0, sources = 0; // in Flow::sources
    bool atomic = false;
    bool used = true; // shuffles: the value goes on into some memory
};

struct Flow {
    std::vector<FlowArray> arrays;
    std::vector<FlowWrite> writes; // in the order of execution
    std::vector<FlowSource> sources;
    bool truncated = false; // of the start of the block only
    bool calls = false;     // there were calls, into which values were not followed

    [[nodiscard]] uint32_t group_of(const FlowSource& source) const { return arrays[source.array].group; }
    [[nodiscard]] uint32_t group_of(const FlowWrite& write) const { return arrays[write.array].group; }
    /// The array to look at first: where most values go from one element to another, else the one written most, shared
    /// memory before buffers. Nothing when nothing was written.
    [[nodiscard]] const FlowArray* most_telling() const;
};

/// `kernel` is the index of the traced launch's kernel in `program`.
[[nodiscard]] Flow flow_of(const BlockTrace& trace, const simt::Program& program, uint32_t kernel,
                           const ExecutionPlan& plan);

} // namespace warpscope::metrics
