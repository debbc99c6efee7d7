#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "metrics/measure.hpp"

namespace warpscope::metrics {

/// Position in a buffer. Outside the buffer, row numbers continue in both directions.
struct ElementIndex {
    int64_t plane = 0, row = 0, column = 0;
    uint32_t channel = 0;
    friend bool operator==(const ElementIndex&, const ElementIndex&) = default;
};
[[nodiscard]] ElementIndex index_of(const BufferElement& element, const BufferLayout& layout);

/// Formats "element 57 of 'P' (row 0, column 57)". For an element outside, adds the buffer's size.
[[nodiscard]] Message element_message(const BufferElement& element, const BufferLayout& layout);

/// Returns the accessed or nearest element. Returns nullopt outside global memory, and if a module variable is nearer.
[[nodiscard]] std::optional<BufferElement> element_of(const Measured& measured, const simt::Finding& finding);

/// If both accesses store, `store` is the line of the earlier instruction.
struct RaceLines {
    SourceLocation store, other;
    bool other_stores = false;
};
[[nodiscard]] RaceLines race_lines(const simt::Finding& finding, std::span<const simt::InstructionInfo> instructions);
[[nodiscard]] bool says_line(const simt::Finding& finding);
/// Returns whether a missing __syncthreads() is a race's only cause.
[[nodiscard]] bool lacks_block_barrier(const simt::Finding& finding);

/// Explains a race by a thread whose column is outside the row, so that row * width + column is in another row. Returns
/// an empty message for other races.
[[nodiscard]] Message missing_bounds_check(const Measured& measured, const simt::Finding& finding);

/// `element`: the source text of the accessed element, such as "tile[0][2]"; may be empty.
[[nodiscard]] Message finding_message(const Measured& measured, const simt::Finding& finding,
                                      std::string_view element = {});

} // namespace warpscope::metrics
