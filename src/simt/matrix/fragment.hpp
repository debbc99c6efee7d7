// Layout of fragments in registers. It follows the PTX manual, and for wmma an H100 and code for sm_80.
#pragma once

#include <optional>
#include <string_view>

#include "simt/code/matrix.hpp"

namespace warpscope::simt {

struct MatrixShape {
    uint8_t rows = 0, columns = 0, depth = 0; // depth: products per sum

    friend bool operator==(const MatrixShape&, const MatrixShape&) = default;
};
[[nodiscard]] std::optional<MatrixShape> shape_from_name(std::string_view name);

enum class MatrixRole : uint8_t { a, b, c };
[[nodiscard]] Fragment fragment_of(MatrixRole role, MatrixShape shape, MatrixElement element);
[[nodiscard]] Fragment wmma_fragment_of(MatrixRole role, MatrixShape shape, MatrixElement element);

} // namespace warpscope::simt
