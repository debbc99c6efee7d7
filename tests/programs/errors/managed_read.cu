#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void kernel(int* p) { p[threadIdx.x] = 5; }
int main() {
    int* p = nullptr;
    cudaMallocManaged(&p, 128);
    kernel<<<1, 32>>>(p);
    if (FIXED) cudaDeviceSynchronize();
    printf("%d\n", p[3]); // the kernel may not have written it yet
    cudaDeviceSynchronize();
    cudaFree(p);
}
