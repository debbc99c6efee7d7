// Converts to half precision on the host and computes on the device.
#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

__global__ void scale(const __half* in, __half* out, float* wide, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = __hadd(__hmul(in[i], __float2half(0.5f)), __float2half(1.0f));
    wide[i] = __half2float(out[i]);
}

int main() {
    const int n = 100;
    std::vector<__half> in(n), out(n);
    std::vector<float> wide(n);
    for (int i = 0; i < n; ++i) in[i] = __float2half(i * 0.25f);
    __half *d_in, *d_out;
    float* d_wide;
    cudaMalloc(&d_in, n * sizeof(__half));
    cudaMalloc(&d_out, n * sizeof(__half));
    cudaMalloc(&d_wide, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(__half), cudaMemcpyHostToDevice);
    scale<<<4, 32>>>(d_in, d_out, d_wide, n);
    cudaMemcpy(out.data(), d_out, n * sizeof(__half), cudaMemcpyDeviceToHost);
    cudaMemcpy(wide.data(), d_wide, n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += __half2float(out[i]) != i * 0.125f + 1 || wide[i] != i * 0.125f + 1;
    printf("%zu bytes, %d wrong, small %g, large %g\n", sizeof(__half), wrong, __half2float(__float2half(1e-6f)),
           __half2float(__float2half(70000.0f)));
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_wide);
}
