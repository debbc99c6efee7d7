// Columns are elements, rows are barrier intervals. Shows reduction trees and parallel scans.
#pragma once

#include "metrics/trace/data_flow.hpp"

namespace warpscope::metrics {

/// Writes of one interval that do not depend on each other.
struct IntervalRow {
    uint32_t interval = 0, level = 0;
    uint32_t step = 0;                           // number among the rows that move values to other elements, or 0
    uint64_t stride = 0;                         // distance over which values move; 0 if distances differ
    std::vector<uint32_t> writes;                // indices in Flow::writes, by element and time
    uint32_t threads = 0, warps = 0, partly = 0; // partly: warps of which only some threads write
};

struct IntervalExit {
    uint64_t column = 0; // index in IntervalDiagram::elements
    uint32_t array = 0;  // target in Flow::arrays
};

struct IntervalDiagram {
    uint32_t array = 0;             // index in Flow::arrays; first of its group
    std::vector<uint64_t> elements; // columns: accessed elements, ascending
    std::vector<IntervalRow> rows;
    std::vector<uint32_t> row_of; // row of each write; no_write for other arrays
    std::vector<IntervalExit> exits;

    /// Returns elements.size() if the element has no column.
    [[nodiscard]] size_t column_of(uint64_t element) const;
};
[[nodiscard]] IntervalDiagram interval_diagram(const Flow& flow, uint32_t array, uint32_t threads);

/// Returns the writes on which `write` depends, and `write` itself.
[[nodiscard]] std::vector<uint32_t> ancestors(const Flow& flow, const IntervalDiagram& diagram, uint32_t write);
/// Returns the write visible in `column` after `row`; no_write if older than the block.
[[nodiscard]] uint32_t write_at(const Flow& flow, const IntervalDiagram& diagram, size_t column, size_t row);

} // namespace warpscope::metrics
