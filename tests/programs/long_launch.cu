// A launch that takes about a second.
#include <cstdio>
__global__ void spin(unsigned* out, unsigned rounds) {
    unsigned value = threadIdx.x + blockIdx.x * blockDim.x;
    for (unsigned k = 0; k < rounds; ++k) value = value * 1664525u + 1013904223u;
    out[threadIdx.x + blockIdx.x * blockDim.x] = value;
}
int main() {
    unsigned *d, h = 0;
    cudaMalloc(&d, 2048 * 64 * sizeof(unsigned));
    spin<<<2048, 64>>>(d, 3000);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%u\n", h);
    cudaFree(d);
}
