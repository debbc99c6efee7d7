#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "source/expression.hpp"

namespace warpscope::source {

/// Declaration such as `int row = blockIdx.y * blockDim.y + threadIdx.y;`
struct IndexFormula {
    std::string name;
    std::string expression;
    uint32_t line = 0;
    std::shared_ptr<const ExpressionNode> value;
};

/// Returns integers computed only from built-in indices, integer parameters, constants and earlier results. An empty
/// name selects the first kernel.
[[nodiscard]] std::vector<IndexFormula> index_formulas(std::string_view source, std::string_view kernel);

} // namespace warpscope::source
