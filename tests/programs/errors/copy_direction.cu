#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    int host[64] = {}, *device = nullptr;
    cudaMalloc(&device, sizeof(host)), cudaMemset(device, 0, sizeof(host));
    const cudaMemcpyKind kind = FIXED ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
    if (cudaMemcpy(host, device, sizeof(host), kind) != cudaSuccess) // should be DeviceToHost
        printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(device);
}
