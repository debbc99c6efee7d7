#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    int value = 2, *device = nullptr;
    cudaMalloc(&device, 16 << 20);
    if (cudaMemcpy(device, &value, FIXED ? sizeof(value) : 16 << 20, cudaMemcpyHostToDevice) != cudaSuccess) // 16 MiB from 4 bytes
        printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(device);
}
