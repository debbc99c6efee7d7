// The grid is too small, so that the host gets elements that nothing has written. Padding between rows does not count.
#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void doubling(const float* from, float* doubled, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) doubled[k] = from[k] + from[k];
}
__global__ void rows(char* out, size_t pitch) { out[blockIdx.x * pitch + threadIdx.x] = 1; }
int main() {
    const int n = 1000;
    static float numbers[n];
    static char padded[1 << 14];
    float *from, *doubled;
    char* pitched;
    size_t pitch;
    cudaMalloc(&from, sizeof numbers), cudaMalloc(&doubled, sizeof numbers), cudaMemset(from, 0, sizeof numbers);
    doubling<<<FIXED ? (n + 255) / 256 : n / 256, 256>>>(from, doubled, n);
    cudaMemcpy(numbers, doubled, sizeof numbers, cudaMemcpyDeviceToHost);
    cudaMallocPitch(&pitched, &pitch, 100, 8);
    rows<<<8, 100>>>(pitched, pitch);
    cudaMemcpy(padded, pitched, 8 * pitch, cudaMemcpyDeviceToHost);
    printf("%g %d\n", numbers[0], padded[0]);
    cudaFree(from), cudaFree(doubled), cudaFree(pitched);
}
