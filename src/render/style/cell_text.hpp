#pragma once

#include <string>
#include <vector>

#include "base/buffer.hpp"

namespace warpscope::render {

/// Returns texts from best to narrowest: with fewer digits, or with k, M and G. The last may have its exponent on a
/// second line.
[[nodiscard]] std::vector<std::vector<std::string>> value_forms(const HostBuffer& buffer, uint64_t element);

/// Returns the first of value_forms() that fits, or nothing.
[[nodiscard]] std::vector<std::string> fitting_value(const HostBuffer& buffer, uint64_t element, size_t columns,
                                                     size_t lines);

} // namespace warpscope::render
