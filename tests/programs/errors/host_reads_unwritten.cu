// The grid is too small, so the host reads unwritten elements of managed memory.
#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void doubling(const float* from, float* doubled, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) doubled[k] = from[k] + from[k];
}
int main() {
    const int n = 1000;
    float *from, *doubled;
    cudaMallocManaged(&from, n * sizeof(float));
    cudaMallocManaged(&doubled, n * sizeof(float));
    for (int k = 0; k < n; ++k) from[k] = k;
    doubling<<<FIXED ? (n + 255) / 256 : n / 256, 256>>>(from, doubled, n);
    cudaDeviceSynchronize();
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += doubled[k];
    printf("%g\n", sum);
    cudaFree(from), cudaFree(doubled);
}
