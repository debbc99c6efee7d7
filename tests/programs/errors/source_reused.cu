#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    int *host = nullptr, *device = nullptr;
    cudaEvent_t copied;
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    cudaMallocHost(&host, 128);
    cudaMalloc(&device, 128);
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaMemcpyAsync(device, host, 128, cudaMemcpyHostToDevice);
    cudaEventRecord(copied);
    printf("%d\n", host[3]);  // reading the source of a copy is fine
    if (FIXED) cudaEventSynchronize(copied);
    host[3] = 7; // the copy may not have read it yet
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFreeHost(host);
    cudaEventDestroy(copied);
}
