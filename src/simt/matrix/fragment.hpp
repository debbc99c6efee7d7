// Layout of fragments in registers. For mma.sync it is the PTX manual's. For wmma, which the manual leaves open, it is
// that of an H100 and of code that ptxas makes for sm_80.
#pragma once

#include <optional>
#include <string_view>

#include "simt/code/matrix.hpp"

namespace warpscope::simt {

struct MatrixShape {
    uint8_t rows = 0, columns = 0, depth = 0; // rows and columns of the result, length of the summed products

    friend bool operator==(const MatrixShape&, const MatrixShape&) = default;
};
/// Parses "m16n8k16".
[[nodiscard]] std::optional<MatrixShape> shape_from_name(std::string_view name);

enum class MatrixRole : uint8_t { a, b, c }; // c: also d
[[nodiscard]] Fragment fragment_of(MatrixRole role, MatrixShape shape, MatrixElement element);
/// Returns the fragment with the repeated registers of wmma's f16 fragments.
[[nodiscard]] Fragment wmma_fragment_of(MatrixRole role, MatrixShape shape, MatrixElement element);

} // namespace warpscope::simt
