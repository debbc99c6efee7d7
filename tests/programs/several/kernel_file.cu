// Kernels and their launches; main() is in a C++ file.
#include <cuda_runtime.h>

__global__ void double_all(int* values) { values[threadIdx.x] *= 2; }

void double_on_device(int* values, int n) {
    int* device = nullptr;
    cudaMalloc(&device, n * sizeof(int));
    cudaMemcpy(device, values, n * sizeof(int), cudaMemcpyHostToDevice);
    double_all<<<1, n>>>(device);
    cudaMemcpy(values, device, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(device);
}
