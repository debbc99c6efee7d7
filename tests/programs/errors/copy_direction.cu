#include <cstdio>
int main() {
    int host[64] = {}, *device = nullptr;
    cudaMalloc(&device, sizeof(host));
    if (cudaMemcpy(host, device, sizeof(host), cudaMemcpyHostToDevice) != cudaSuccess) // should be DeviceToHost
        printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(device);
}
