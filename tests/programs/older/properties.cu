// Features that CUDA 13 removed: members of the device properties, and calls with a device number.
#include <cstdio>

__global__ void add_one(int* values, size_t n) {
    for (size_t i = threadIdx.x; i < n; i += blockDim.x) ++values[i];
}

int main() {
    cudaDeviceProp about = {};
    int clock = 0, memory_clock = 0;
    cudaGetDeviceProperties(&about, 0);
    cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0);
    cudaDeviceGetAttribute(&memory_clock, cudaDevAttrMemoryClockRate, 0);
    printf("%d %d %d %d\n", clock > 0 && about.clockRate == clock, about.memoryClockRate == memory_clock,
           about.computeMode == cudaComputeModeDefault, about.deviceOverlap);

    const size_t n = 1000;
    int* values = nullptr;
    cudaMallocManaged(&values, n * sizeof(int));
    for (size_t i = 0; i < n; ++i) values[i] = static_cast<int>(i);
    cudaMemAdvise(values, n * sizeof(int), cudaMemAdviseSetPreferredLocation, 0);
    cudaMemPrefetchAsync(values, n * sizeof(int), 0);
    add_one<<<1, 64>>>(values, n);
    cudaMemPrefetchAsync(values, n * sizeof(int), cudaCpuDeviceId);
    printf("%s ", cudaGetErrorName(cudaThreadSynchronize()));
    printf("%d %d\n", values[0], values[n - 1]);
    cudaFree(values);
}
