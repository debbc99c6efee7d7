// Formulas of charts: arithmetic with fractions over measured numbers. + - * /, brackets, names, elements of buffers
// (result[0]), the functions abs, sqrt, log2, min, max, and pi. Division by zero gives infinity, as in C.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::catalog {

using RealLookup = std::function<std::optional<double>(std::string_view name)>;
using ElementLookup = std::function<std::optional<double>(std::string_view buffer, uint64_t index)>;

/// Value of `text`; the error names the unknown name or element, or the place of the syntax error.
[[nodiscard]] Result<double> evaluate_formula(std::string_view text, const RealLookup& name,
                                              const ElementLookup& element);

} // namespace warpscope::catalog
