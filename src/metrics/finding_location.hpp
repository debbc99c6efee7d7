// Which element of which buffer a finding is about, in the words of who wrote the kernel: index, row and column instead
// of an address.
#pragma once

#include <optional>
#include <string>

#include "metrics/measure.hpp"

namespace warpscope::metrics {

/// Where an element lies in its buffer's shape, with rows going on above and below the data.
struct ElementIndex {
    int64_t plane = 0, row = 0, column = 0;
    uint32_t channel = 0;
    friend bool operator==(const ElementIndex&, const ElementIndex&) = default;
};
[[nodiscard]] ElementIndex index_of(const BufferElement& element, const BufferLayout& layout);

/// "element 57 of 'P' (row 0, column 57)", and where there is no such element what there is.
[[nodiscard]] std::string element_text(const BufferElement& element, const BufferLayout& layout);

/// The element at a finding's address; none where that is no global memory, or nearest to a variable of the module.
[[nodiscard]] std::optional<BufferElement> element_of(const Measured& measured, const simt::Finding& finding);

/// The finding's message and the element it is about.
[[nodiscard]] std::string finding_text(const Measured& measured, const simt::Finding& finding);

} // namespace warpscope::metrics
