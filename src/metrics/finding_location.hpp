#pragma once

#include <optional>

#include "metrics/measure.hpp"

namespace warpscope::metrics {

/// Position in a buffer. Rows continue above and below the data.
struct ElementIndex {
    int64_t plane = 0, row = 0, column = 0;
    uint32_t channel = 0;
    friend bool operator==(const ElementIndex&, const ElementIndex&) = default;
};
[[nodiscard]] ElementIndex index_of(const BufferElement& element, const BufferLayout& layout);

/// Formats "element 57 of 'P' (row 0, column 57)"; outside, with the size.
[[nodiscard]] Message element_message(const BufferElement& element, const BufferLayout& layout);

/// Returns nullopt outside global memory, or if a module variable is nearest.
[[nodiscard]] std::optional<BufferElement> element_of(const Measured& measured, const simt::Finding& finding);

[[nodiscard]] Message finding_message(const Measured& measured, const simt::Finding& finding);

} // namespace warpscope::metrics
