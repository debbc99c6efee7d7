#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    int *host = nullptr, *device = nullptr;
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaMallocHost(&host, 128);
    cudaMalloc(&device, 128);
    cudaMemsetAsync(device, 1, 128, first);
    cudaMemcpyAsync(host, device, 128, cudaMemcpyDeviceToHost, first);
    cudaStreamSynchronize(FIXED ? first : second);
    printf("%d\n", host[3]);  // the copy is in the other stream
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFreeHost(host);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
}
