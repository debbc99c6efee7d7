#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void set(int* data, volatile int* flag) {
    *data = 42;
    if (FIXED)
        __threadfence_system();
    else
        __threadfence();
    *flag = 1;
}
int main() {
    int *host = nullptr, *device = nullptr;
    cudaHostAlloc(&host, 8, cudaHostAllocMapped);
    host[0] = host[1] = 0;
    cudaHostGetDevicePointer(&device, host, 0);
    set<<<1, 1>>>(device, device + 1);
    volatile int* flag = host + 1;
    while (*flag == 0) {
    }
    puts(*(volatile int*)host == 42 ? "PASS" : "FAIL");
    cudaDeviceSynchronize();
    cudaFreeHost(host);
}
