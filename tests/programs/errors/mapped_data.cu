// The kernel stores data, executes a fence, and stores a flag. The host reads the data without first reading the flag.
#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void set(volatile int* data, volatile int* flag) {
    *data = 42;
    __threadfence_system();
    *flag = 1;
}
int main() {
    int *host = nullptr, *device = nullptr;
    cudaHostAlloc(&host, 8, cudaHostAllocMapped);
    host[0] = host[1] = 0;
    cudaHostGetDevicePointer(&device, host, 0);
    set<<<1, 1>>>(device, device + 1);
    volatile int *data = host, *flag = host + 1;
    while (FIXED && *flag == 0) {
    }
    printf("%d\n", *data);
    cudaDeviceSynchronize();
    cudaFreeHost(host);
}
