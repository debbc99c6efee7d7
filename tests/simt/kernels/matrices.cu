// Matrix products of a warp, with the names of mma.h.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

/// Computes d = 2 * (a * b) + c of 16x16 matrices. `a` is stored by rows, `b` by columns.
extern "C" __global__ void tile(float* d, const half* a, const half* b, const float* c) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> of_a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> of_b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, of_c;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(of_a, a, 16);
    wmma::load_matrix_sync(of_b, b, 16);
    wmma::load_matrix_sync(of_c, c, 16, wmma::mem_row_major);
    wmma::mma_sync(sum, of_a, of_b, sum);
    for (int k = 0; k < sum.num_elements; ++k) sum.x[k] = 2 * sum.x[k] + of_c.x[k];
    wmma::store_matrix_sync(d, sum, 16, wmma::mem_row_major);
}

/// Computes c = a * b through shared memory, for matrices of whole tiles. One warp computes one tile of `c`.
extern "C" __global__ void tiled(half* c, const half* a, const half* b, int n) {
    __shared__ half as[16 * 24], bs[16 * 24];
    const int row = blockIdx.y * 16, column = blockIdx.x * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> sum;
    wmma::fill_fragment(sum, __float2half(0.0f));
    for (int at = 0; at < n; at += 16) {
        for (int k = threadIdx.x; k < 256; k += 32) {
            as[k / 16 * 24 + k % 16] = a[(row + k / 16) * n + at + k % 16];
            bs[k / 16 * 24 + k % 16] = b[(at + k / 16) * n + column + k % 16];
        }
        __syncwarp();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> of_a;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> of_b;
        wmma::load_matrix_sync(of_a, as, 24);
        wmma::load_matrix_sync(of_b, bs, 24);
        wmma::mma_sync(sum, of_a, of_b, sum);
        __syncwarp();
    }
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

/// Computes d = a * b + c in tf32. Rounds `a` and `b` first.
extern "C" __global__ void single(float* d, const float* a, const float* b, const float* c) {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> of_a;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> of_b;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
    wmma::load_matrix_sync(of_a, a, 8);
    wmma::load_matrix_sync(of_b, b, 8);
    wmma::load_matrix_sync(sum, c, 16, wmma::mem_col_major);
    for (int k = 0; k < of_a.num_elements; ++k) of_a.x[k] = wmma::__float_to_tf32(of_a.x[k]);
    for (int k = 0; k < of_b.num_elements; ++k) of_b.x[k] = wmma::__float_to_tf32(of_b.x[k]);
    wmma::mma_sync(sum, of_a, of_b, sum);
    wmma::store_matrix_sync(d, sum, 16, wmma::mem_col_major);
}
