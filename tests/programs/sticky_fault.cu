// A kernel accesses memory far from any allocation. Every later call fails until the device is reset.
#include <cstdio>

__global__ void stray(int* p) { p[size_t(threadIdx.x) << 32] = 1; }
__global__ void fine(int* p) { p[threadIdx.x] = 2; }

int main() {
    int *p = nullptr, *q = nullptr;
    cudaMalloc(&p, 4096);
    stray<<<1, 32>>>(p);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaMalloc(&q, 16)));
    fine<<<1, 32>>>(p);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 3;
}
