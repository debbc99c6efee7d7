// Iterates until the largest change is small. A compare-and-swap loop computes it; the host reads it in every round.
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

__device__ void atomic_max(double* at, double value) {
    auto* bits = reinterpret_cast<unsigned long long*>(at);
    unsigned long long before = *bits;
    while (__longlong_as_double(before) < value) {
        const unsigned long long assumed = before;
        before = atomicCAS(bits, assumed, __double_as_longlong(value));
        if (before == assumed) break;
    }
}

__global__ void relax(const double* now, double* next, double* change, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    const int i = y * n + x;
    next[i] = 0.25 * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n]);
    atomic_max(change, fabs(next[i] - now[i]));
}

int main() {
    const int n = 18;
    std::vector<double> field(n * n, 0.0);
    for (int i = 0; i < n; ++i) field[i] = 1;
    double *now, *next, *d_change, change = 1;
    cudaMalloc(&now, n * n * sizeof(double));
    cudaMalloc(&next, n * n * sizeof(double));
    cudaMalloc(&d_change, sizeof(double));
    cudaMemcpy(now, field.data(), n * n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(next, now, n * n * sizeof(double), cudaMemcpyDeviceToDevice);
    int rounds = 0;
    for (; change > 1e-3 && rounds < 500; ++rounds) {
        cudaMemset(d_change, 0, sizeof(double));
        relax<<<dim3(2, 2), dim3(9, 9)>>>(now, next, d_change, n);
        cudaMemcpy(&change, d_change, sizeof(double), cudaMemcpyDeviceToHost);
        std::swap(now, next);
    }
    cudaMemcpy(field.data(), now, n * n * sizeof(double), cudaMemcpyDeviceToHost);
    printf("settled %d, top warmer than bottom %d\n", rounds > 10 && rounds < 500, field[n + 9] > field[n * (n - 2) + 9]);
    for (double* p : {now, next, d_change}) cudaFree(p);
}
