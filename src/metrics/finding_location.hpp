#pragma once

#include <optional>

#include "metrics/measure.hpp"

namespace warpscope::metrics {

/// Position in a buffer. Rows are also numbered before and after the data.
struct ElementIndex {
    int64_t plane = 0, row = 0, column = 0;
    uint32_t channel = 0;
    friend bool operator==(const ElementIndex&, const ElementIndex&) = default;
};
[[nodiscard]] ElementIndex index_of(const BufferElement& element, const BufferLayout& layout);

/// Formats "element 57 of 'P' (row 0, column 57)". For an element outside, adds the buffer's size.
[[nodiscard]] Message element_message(const BufferElement& element, const BufferLayout& layout);

/// Returns the accessed or nearest element, or nullopt if the finding is not in global memory or a module variable is
/// nearer.
[[nodiscard]] std::optional<BufferElement> element_of(const Measured& measured, const simt::Finding& finding);

[[nodiscard]] Message finding_message(const Measured& measured, const simt::Finding& finding);

} // namespace warpscope::metrics
