#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
#include <cstdlib>
__global__ void kernel(int* p) { p[threadIdx.x] = 1; }
int main() {
    int* p = nullptr;
    if (FIXED ? cudaMalloc(&p, 128) != cudaSuccess : !(p = (int*)malloc(128))) return 1;
    kernel<<<1, 32>>>(p);  // p is host memory
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    FIXED ? (void)cudaFree(p) : free(p);
}
