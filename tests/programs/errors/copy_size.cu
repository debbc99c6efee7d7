#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    int host[64] = {}, *device = nullptr;
    cudaMalloc(&device, 64);
    if (cudaMemcpy(device, host, FIXED ? 64 : sizeof(host), cudaMemcpyHostToDevice) != cudaSuccess) // 64 ints into 64 bytes
        printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(device);
}
