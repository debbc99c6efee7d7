// Sums of products that are aligned to their largest exponent and cut off, as matrix units add. Private to src/simt.
#pragma once

#include <cstdint>

#include "simt/code/matrix.hpp"

namespace warpscope::simt {

/// Of zero: below any other number's, so that it never is the largest.
inline constexpr int32_t exponent_of_zero = -4096;
/// Bits behind the point of the largest exponent that take part in a sum.
inline constexpr int32_t sum_fraction_bits = 25;

/// Numbers as significand * 2^(exponent - mantissa bits), the significand with its sign.
struct MatrixRow {
    int32_t significand[most_matrix_depth]{}, exponent[most_matrix_depth]{};
    int32_t product_shift = 0; // what brings a product of two significands to sum_fraction_bits
};
struct MatrixColumns {
    int32_t significand[most_matrix_depth][most_matrix_lines]{}, exponent[most_matrix_depth][most_matrix_lines]{};
};
/// sum * 2^(exponent - sum_fraction_bits), by column.
struct AlignedSums {
    int64_t sum[most_matrix_lines]{};
    int32_t exponent[most_matrix_lines]{};
};

/// Adds the products of [first, end) of the depth; what `sums` hold before must fit in 27 bits and a sign.
void add_products(const MatrixRow& row, const MatrixColumns& columns, uint32_t first, uint32_t end, AlignedSums& sums);

} // namespace warpscope::simt
