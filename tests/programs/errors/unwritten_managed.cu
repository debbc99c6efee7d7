#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void fill_half(int* out) { out[threadIdx.x] = 1; }
__global__ void add_twice(const int* in, int* out) { out[threadIdx.x] += in[threadIdx.x] * 2; }
int main() {
    int *out = nullptr, *in = nullptr;
    cudaMallocManaged(&out, 128);
    cudaMallocManaged(&in, 128);
    fill_half<<<1, 16>>>(out);
    cudaDeviceSynchronize();
    for (int i = 16; i < 32; ++i) out[i] = 0; // in the page that the kernel has written
    if (FIXED) for (int i = 0; i < 32; ++i) in[i] = 0;
    add_twice<<<1, 32>>>(in, out); // nothing has been written to `in`
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%d\n", out[31]);
    cudaFree(in);
    cudaFree(out);
}
