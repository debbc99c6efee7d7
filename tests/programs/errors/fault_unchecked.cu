#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void kernel(int* p) { p[size_t(threadIdx.x) << (FIXED ? 0 : 28)] = 1; }
int main() {
    int *p = nullptr, host = 0;
    if (cudaMalloc(&p, 400) != cudaSuccess) return 1;
    kernel<<<1, 32>>>(p);
    cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost); // returns the kernel's error
    printf("%d\n", host);
    cudaFree(p);
}
