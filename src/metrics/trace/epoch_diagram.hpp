// The flow of values through one array, row by row: elements across, barrier intervals down. What an epoch diagram
// draws; reduction trees and parallel scans show in it.
#pragma once

#include "metrics/trace/data_flow.hpp"

namespace warpscope::metrics {

/// Writes that nothing orders against each other. An interval between barriers has several rows where a write depends
/// on another one of the same interval, as in the loops of one thread or one warp.
struct EpochRow {
    uint32_t epoch = 0, level = 0;
    uint32_t step = 0;   // counts the rows in which values go from one element to another, from 1; 0: none do here
    uint64_t stride = 0; // how far they go, where all go equally far; else 0
    std::vector<uint32_t> writes;                // in Flow::writes, by element and then by time
    uint32_t threads = 0, warps = 0, partly = 0; // that write; partly: warps of which only some threads do
};

/// A value that leaves the array.
struct EpochExit {
    uint64_t column = 0; // in EpochDiagram::elements
    uint32_t array = 0;  // where to, in Flow::arrays
};

struct EpochDiagram {
    uint32_t array = 0;             // in Flow::arrays, with those grouped with it
    std::vector<uint64_t> elements; // columns: those that the block reads or writes, ascending
    std::vector<EpochRow> rows;     // by time
    std::vector<uint32_t> row_of;   // by write of the flow: its row; no_write for those of other arrays
    std::vector<EpochExit> exits;   // each once

    /// The column of `element`; elements.size() when there is none.
    [[nodiscard]] size_t column_of(uint64_t element) const;
};
/// `array` must be the first of its group. `threads`: of the block.
[[nodiscard]] EpochDiagram epoch_diagram(const Flow& flow, uint32_t array, uint32_t threads);

/// The write itself and all writes of the same array that its value was made of.
[[nodiscard]] std::vector<uint32_t> ancestors(const Flow& flow, const EpochDiagram& diagram, uint32_t write);
/// The write whose value lies in `column` after row `row`; no_write when it is from before the block.
[[nodiscard]] uint32_t write_at(const Flow& flow, const EpochDiagram& diagram, size_t column, size_t row);

} // namespace warpscope::metrics
