// Formulas of charts: + - * /, parentheses, names, buffer elements (result[0]), abs, sqrt, log2, min, max, pi. Division
// by zero gives infinity.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::catalog {

using RealLookup = std::function<std::optional<double>(std::string_view name)>;
using ElementLookup = std::function<std::optional<double>(std::string_view buffer, uint64_t index)>;

[[nodiscard]] Result<double> evaluate_formula(std::string_view text, const RealLookup& name,
                                              const ElementLookup& element);

} // namespace warpscope::catalog
