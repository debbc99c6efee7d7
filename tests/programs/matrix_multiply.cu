// Multiplies matrices with tiles in shared memory and a 2D grid. Measures the time by events.
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int tile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
    __shared__ float left[tile][tile], right[tile][tile];
    const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += tile) {
        left[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
        __syncthreads();
        for (int i = 0; i < tile; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 64;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; ++i) {
        a[i] = float(i % 7);
        b[i] = float(i % 5) - 2;
    }
    float *d_a, *d_b, *d_c;
    cudaMalloc(&d_a, a.size() * 4);
    cudaMalloc(&d_b, b.size() * 4);
    cudaMalloc(&d_c, c.size() * 4);
    cudaMemcpy(d_a, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), b.size() * 4, cudaMemcpyHostToDevice);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    multiply<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(d_a, d_b, d_c, n);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);
    cudaMemcpy(c.data(), d_c, c.size() * 4, cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            float sum = 0;
            for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
            worst = fmax(worst, fabs(sum - c[y * n + x]));
        }
    printf("n = %d, worst error %g, took time: %s\n", n, worst, ms > 0 ? "yes" : "no");
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return worst > 0;
}
