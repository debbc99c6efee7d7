#include <cstdio>
int main() {
    int host[64] = {}, *device = nullptr;
    cudaMalloc(&device, 64);
    if (cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice) != cudaSuccess) // 64 ints into 64 bytes
        printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(device);
}
