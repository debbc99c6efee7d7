#pragma once

#include <cstdint>

#include "simt/code/matrix.hpp"

namespace warpscope::simt {

inline constexpr int32_t exponent_of_zero = -4096;
inline constexpr int32_t sum_fraction_bits = 25;

/// A row's elements, each of value `significand` * 2^(exponent - mantissa bits)
struct MatrixRow {
    int32_t significand[max_matrix_depth]{}, exponent[max_matrix_depth]{};
    int32_t product_shift = 0; // gives products sum_fraction_bits fraction bits
};
struct MatrixColumns {
    int32_t significand[max_matrix_depth][max_matrix_lines]{}, exponent[max_matrix_depth][max_matrix_lines]{};
};
/// One sum per column, each of value `sum` * 2^(exponent - sum_fraction_bits)
struct AlignedSums {
    int64_t sum[max_matrix_lines]{};
    int32_t exponent[max_matrix_lines]{};
};

/// Requires that previous sums fit in 27 bits and a sign.
void add_products(const MatrixRow& row, const MatrixColumns& columns, uint32_t first, uint32_t end, AlignedSums& sums);

} // namespace warpscope::simt
