// Launches a kernel by `<< < ... >> >`, as some formatters write it.
#include <cstdio>
template<class T>
__global__ void triple(T* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= 3;
}
int main() {
    const int n = 10;
    int host[n], *device = nullptr;
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    triple<int> << < (n + 7) / 8, 8 >> > (device, n);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) printf("%d ", host[i]);
    printf("\n");
    cudaFree(device);
}
