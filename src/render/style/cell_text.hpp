// The value of a cell in as few letters as its cell has room for.
#pragma once

#include <string>
#include <vector>

#include "base/buffer.hpp"

namespace warpscope::render {

/// Ways to write element `element` of `buffer`, the best first and each later one narrower: floats with fewer and fewer
/// digits, large integers in thousands (k), millions (M) and billions (G). Each has one line, or two where the last
/// resort is to put the exponent below.
[[nodiscard]] std::vector<std::vector<std::string>> value_forms(const HostBuffer& buffer, uint64_t element);

/// The first form that fits into `columns` characters and `lines` lines; empty when none does.
[[nodiscard]] std::vector<std::string> fitting_value(const HostBuffer& buffer, uint64_t element, size_t columns,
                                                     size_t lines);

} // namespace warpscope::render
