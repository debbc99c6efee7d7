// Prints device properties and values derived from them: occupancy, limits, modeled times.
#include <cstdio>

__global__ void fill(int* out, int rounds) {
    int value = 0;
    for (int i = 0; i < rounds; ++i) value += i ^ threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void sleep(int* out, unsigned nanoseconds) {
#if __CUDA_ARCH__ >= 700
    __nanosleep(nanoseconds);
#endif
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

float time_of(void (*work)(int*), int* out) {
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    work(out);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return milliseconds;
}

int main() {
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    int blocks = 0, least = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&least, fill, 256, 40000);
    const cudaError_t large = cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10);
    printf("%s: %d.%d, %d multiprocessors of %zu KiB, %d and %d blocks, 100 KiB: %s\n", device.name, device.major,
           device.minor, device.multiProcessorCount, device.sharedMemPerMultiprocessor >> 10, blocks, least,
           cudaGetErrorName(large));
    cudaGetLastError();
    int* out = nullptr;
    cudaMalloc(&out, 64 * 64 * sizeof(int));
    const float busy = time_of([](int* o) { fill<<<64, 64>>>(o, 500); }, out);
    const float awake = time_of([](int* o) { sleep<<<64, 64>>>(o, 0); }, out);
    const float asleep = time_of([](int* o) { sleep<<<64, 64>>>(o, 500000); }, out);
    printf("busy %.4f, slept %.2f ms\n", busy, asleep - awake);
    cudaFree(out);
}
