// Integer wmma is not emulated; the unrolled loop has hundreds of such instructions.
#include <cstdio>
#include <mma.h>
using namespace nvcuda;
__global__ void mul(const signed char* a, const signed char* b, int* c) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
    wmma::fill_fragment(fc, 0);
#pragma unroll
    for (int k = 0; k < 64; ++k) {
        wmma::load_matrix_sync(fa, a + 16 * k, 1024); wmma::load_matrix_sync(fb, b + 16 * k, 1024);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
int main() {
    signed char *a, *b; int* c; cudaMalloc(&a, 16384); cudaMalloc(&b, 16384); cudaMalloc(&c, 1024);
    cudaMemset(a, 1, 16384); cudaMemset(b, 1, 16384);
    mul<<<1, 32>>>(a, b, c);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a); cudaFree(b); cudaFree(c);
}
