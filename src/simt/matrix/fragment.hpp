// The layout of fragments in registers: the PTX manual's for mma.sync, and for wmma, where the manual leaves it open,
// that of an H100 (and of what ptxas makes for sm_80). Private to src/simt.
#pragma once

#include <optional>
#include <string_view>

#include "simt/code/matrix.hpp"

namespace warpscope::simt {

struct MatrixShape {
    uint8_t rows = 0, columns = 0, depth = 0; // of the result; of a's lines

    friend bool operator==(const MatrixShape&, const MatrixShape&) = default;
};
/// "m16n8k16".
[[nodiscard]] std::optional<MatrixShape> shape_from_name(std::string_view name);

enum class MatrixRole : uint8_t { a, b, c }; // c: and d
[[nodiscard]] Fragment fragment_of(MatrixRole role, MatrixShape shape, MatrixElement element);
/// The same with the copies that wmma's fragments of f16 have.
[[nodiscard]] Fragment wmma_fragment_of(MatrixRole role, MatrixShape shape, MatrixElement element);

} // namespace warpscope::simt
