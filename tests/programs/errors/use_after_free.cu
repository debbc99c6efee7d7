#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void kernel(int* p) { p[threadIdx.x] = 1; }
int main() {
    int* p = nullptr;
    cudaMalloc(&p, 128);
    if (!FIXED) cudaFree(p);
    kernel<<<1, 32>>>(p);  // writes to freed memory
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    if (FIXED) cudaFree(p);
}
