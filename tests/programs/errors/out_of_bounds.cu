#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void kernel(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!FIXED || i < n) out[i] = n; // no check of i against n
}
int main() {
    int* out = nullptr;
    cudaMalloc(&out, 100 * sizeof(int));
    kernel<<<2, 64>>>(out, 100);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(out);
}
