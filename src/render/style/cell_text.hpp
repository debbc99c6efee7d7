// Fits a cell's value into limited space.
#pragma once

#include <string>
#include <vector>

#include "base/buffer.hpp"

namespace warpscope::render {

/// Returns texts for an element, from best to narrowest: floats with fewer digits, large integers with k, M or G. As a
/// last resort, the exponent is on a second line.
[[nodiscard]] std::vector<std::vector<std::string>> value_forms(const HostBuffer& buffer, uint64_t element);

/// Returns the first form that fits, or nothing.
[[nodiscard]] std::vector<std::string> fitting_value(const HostBuffer& buffer, uint64_t element, size_t columns,
                                                     size_t lines);

} // namespace warpscope::render
