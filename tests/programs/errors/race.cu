#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void kernel(int* out) { out[FIXED ? blockIdx.x : 0] = blockIdx.x; }
int main() {
    int* out = nullptr;
    cudaMalloc(&out, 4 * sizeof(int));
    kernel<<<4, 1>>>(out);  // all blocks write one element
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(out);
}
