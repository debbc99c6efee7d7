#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void kernel(int* p) { p[threadIdx.x] = 1; }
int main() {
    int* p = nullptr;
    cudaMalloc(&p, 8192);
    kernel<<<1, FIXED ? 200 : 2000>>>(p); // too many threads
    cudaDeviceSynchronize();
    printf("done\n");
    cudaFree(p);
}
