#include <cstdio>
__global__ void kernel(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] * 2; }
int main() {
    int host[32], *in = nullptr, *out = nullptr;
    for (int i = 0; i < 32; ++i) host[i] = i;
    if (cudaMalloc(&in, 128) != cudaSuccess || cudaMalloc(&out, 128) != cudaSuccess) return 1;
    cudaMemcpy(in, host, 128, cudaMemcpyHostToDevice);
    kernel<<<1, 32>>>(in, out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaMemcpy(host, out, 128, cudaMemcpyDeviceToHost);
    printf("%d\n", host[31]);
    cudaFree(in);
    cudaFree(out);
}
