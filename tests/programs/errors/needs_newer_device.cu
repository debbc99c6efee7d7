// Matrices of tf32, which GPUs before compute capability 8.0 do not multiply.
#include <mma.h>

using namespace nvcuda;

__global__ void product(const float* a, const float* b, float* c) {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> rows;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> columns;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(rows, a, 8);
    wmma::load_matrix_sync(columns, b, 8);
    wmma::mma_sync(sum, rows, columns, sum);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

int main() {
    float *a, *b, *c;
    cudaMalloc(&a, 512);
    cudaMalloc(&b, 512);
    cudaMalloc(&c, 1024);
    product<<<1, 32>>>(a, b, c);
    return cudaDeviceSynchronize();
}
