// Buffers with a row width that follows only from a loop, a matrix instruction, or a row length in bytes.
#include <cstdio>
#include <mma.h>

using namespace nvcuda;

__global__ void multiply(const float* a, const float* b, float* c, int rows_of_a, int columns_of_b, int inner) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows_of_a || column >= columns_of_b) return;
    float sum = 0;
    for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * columns_of_b + column];
    c[row * columns_of_b + column] = sum;
}

// b is stored by columns.
__global__ void multiply_tiles(const half* a, const half* b, float* c, int m, int n, int k) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16, column = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int i = 0; i < k; i += 16) {
        wmma::load_matrix_sync(fa, a + row * k + i, k);
        wmma::load_matrix_sync(fb, b + column * k + i, k);
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

__global__ void gray(const unsigned char* pixels, unsigned char* grays, int width, int height, int pixels_step,
                     int grays_step) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const unsigned char* pixel = pixels + y * pixels_step + 3 * x;
    grays[y * grays_step + x] = (pixel[0] + 2 * pixel[1] + pixel[2]) / 4;
}

int main() {
    const int m = 48, n = 72, k = 30;
    float *a, *b, *c;
    cudaMalloc(&a, m * k * sizeof(float));
    cudaMalloc(&b, k * n * sizeof(float));
    cudaMalloc(&c, m * n * sizeof(float));
    cudaMemset(a, 0, m * k * sizeof(float));
    cudaMemset(b, 0, k * n * sizeof(float));
    multiply<<<dim3(5, 3), dim3(16, 16)>>>(a, b, c, m, n, k);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);

    const int tm = 64, tn = 48, tk = 32;
    half *ta, *tb;
    float* tc;
    cudaMalloc(&ta, tm * tk * sizeof(half));
    cudaMalloc(&tb, tk * tn * sizeof(half));
    cudaMalloc(&tc, tm * tn * sizeof(float));
    cudaMemset(ta, 0, tm * tk * sizeof(half));
    cudaMemset(tb, 0, tk * tn * sizeof(half));
    multiply_tiles<<<dim3(2, 3), dim3(64, 1)>>>(ta, tb, tc, tm, tn, tk);
    cudaFree(ta);
    cudaFree(tb);
    cudaFree(tc);

    const int width = 101, height = 67, pixels_step = 304, grays_step = 104;
    unsigned char *pixels, *grays;
    cudaMalloc(&pixels, pixels_step * height);
    cudaMalloc(&grays, grays_step * height);
    cudaMemset(pixels, 100, pixels_step * height);
    gray<<<dim3(7, 5), dim3(16, 16)>>>(pixels, grays, width, height, pixels_step, grays_step);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(pixels);
    cudaFree(grays);
}
