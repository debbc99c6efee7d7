// A matrix product on tensor cores: one warp per tile of 16 x 16; the host makes the 16-bit values and checks the sums.
#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>
#include <vector>

using namespace nvcuda;

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) {                                                                                    \
            printf("%s\n", cudaGetErrorString(error));                                                                 \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

__global__ void multiply(const half* a, const half* b, float* c, int n) {
    const int row = 16 * (blockIdx.y * blockDim.y + threadIdx.y), column = 16 * blockIdx.x;
    if (row >= n) return; // true for whole warps only
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> of_a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> of_b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(of_a, a + row * n + k, n);
        wmma::load_matrix_sync(of_b, b + column * n + k, n);
        wmma::mma_sync(sum, of_a, of_b, sum);
    }
    for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= 0.5f;
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

int main() {
    const int n = 80;
    std::vector<__half> a(n * n), b(n * n);
    std::vector<float> c(n * n);
    for (int i = 0; i < n * n; ++i) {
        a[i] = __float2half(static_cast<float>(i % 7 - 3));
        b[i] = __float2half(static_cast<float>(i % 5 - 2));
    }
    half *d_a, *d_b;
    float* d_c;
    CHECK(cudaMalloc(&d_a, n * n * sizeof(half)));
    CHECK(cudaMalloc(&d_b, n * n * sizeof(half)));
    CHECK(cudaMalloc(&d_c, n * n * sizeof(float)));
    CHECK(cudaMemcpy(d_a, a.data(), n * n * sizeof(half), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, b.data(), n * n * sizeof(half), cudaMemcpyHostToDevice));
    multiply<<<dim3(n / 16, 2), dim3(32, 4)>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(c.data(), d_c, n * n * sizeof(float), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            int sum = 0;
            for (int k = 0; k < n; ++k) sum += ((i * n + k) % 7 - 3) * ((j * n + k) % 5 - 2);
            wrong += c[i * n + j] != 0.5f * sum;
        }
    printf("%d of %d elements wrong, the first is %g\n", wrong, n * n, c[0]);
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
    return wrong != 0;
}
