// Computes d = a * b + c, bit for bit as on an H100 (docs/MEASUREMENTS.md). Exact products are aligned to the largest
// exponent, truncated to 25 fraction bits and added. The sum is truncated to f32 or rounded to nearest even for f16.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simt/matrix/product.cpp"
#include "simt/lanes/vector_targets.hpp"

#include "simt/matrix/sums.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {

/// Includes columns beyond the matrix, which are zero.
void add_products_here(const MatrixRow& row, const MatrixColumns& columns, uint32_t first, uint32_t end,
                       AlignedSums& sums) {
    constexpr int32_t max_shift = 31;
    int32_t highest[max_matrix_lines];
    for (uint32_t j = 0; j < max_matrix_lines; ++j) highest[j] = sums.exponent[j];
    for (uint32_t k = first; k < end; ++k) {
        const int32_t of_row = row.exponent[k];
        for (uint32_t j = 0; j < max_matrix_lines; ++j) {
            const int32_t exponent = of_row + columns.exponent[k][j];
            highest[j] = exponent > highest[j] ? exponent : highest[j];
        }
    }
    // Two sums, because 32 bits hold the sum of only half of the terms, each below 2^27.
    int32_t half[2][max_matrix_lines];
    for (uint32_t j = 0; j < max_matrix_lines; ++j) {
        const int32_t distance = highest[j] - sums.exponent[j];
        const int32_t value = static_cast<int32_t>(sums.sum[j]);
        const int32_t sign = value >> 31;
        const int32_t cut = ((value ^ sign) - sign) >> (distance < max_shift ? distance : max_shift);
        half[0][j] = (cut ^ sign) - sign;
        half[1][j] = 0;
        sums.exponent[j] = highest[j];
    }
    for (uint32_t k = first; k < end; ++k) {
        const int32_t of_row = row.exponent[k], factor = row.significand[k];
        int32_t* const to = half[k % 2];
        for (uint32_t j = 0; j < max_matrix_lines; ++j) {
            const int32_t product = factor * columns.significand[k][j];
            const int32_t sign = product >> 31;
            const int32_t distance = highest[j] - (of_row + columns.exponent[k][j]);
            const int32_t cut =
                (((product ^ sign) - sign) << row.product_shift) >> (distance < max_shift ? distance : max_shift);
            to[j] += (cut ^ sign) - sign;
        }
    }
    for (uint32_t j = 0; j < max_matrix_lines; ++j) sums.sum[j] = int64_t{half[0][j]} + half[1][j];
}

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpscope::simt {
HWY_EXPORT(add_products_here);
void add_products(const MatrixRow& row, const MatrixColumns& columns, uint32_t first, uint32_t end, AlignedSums& sums) {
    HWY_DYNAMIC_DISPATCH(add_products_here)(row, columns, first, end, sums);
}
} // namespace warpscope::simt
#endif
