// Launches a race at two places 60 times, each time on another element, then a kernel with one more race.
#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void often(int* p, int i) {
    if (FIXED && threadIdx.x != 0) return;
    p[i] = threadIdx.x;
    p[i + 100] = threadIdx.x * 2;
}
__global__ void last(int* p) {
    if (FIXED && threadIdx.x != 0) return;
    p[3] = threadIdx.x;
}
int main() {
    int* p = nullptr;
    cudaMalloc(&p, 1000);
    for (int i = 0; i < 60; ++i) often<<<1, 64>>>(p, i);
    last<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
    puts("done");
}
