#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void kernel(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] * 2; }
int main() {
    int *in = nullptr, *out = nullptr;
    cudaMalloc(&in, 128);
    cudaMalloc(&out, 128);
    if (FIXED) cudaMemset(in, 0, 128);
    kernel<<<1, 32>>>(in, out); // nothing has been copied to `in`
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(in);
    cudaFree(out);
}
