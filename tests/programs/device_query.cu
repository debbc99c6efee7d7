// Queries device properties, and chooses a block size by occupancy.
#include <cstdio>

__global__ void kernel(int* p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

int main() {
    int count = 0, device = -1, warp = 0, driver = 0, runtime = 0;
    cudaGetDeviceCount(&count);
    cudaSetDevice(0);
    cudaGetDevice(&device);
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, device);
    cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    size_t free_bytes = 0, total = 0;
    cudaMemGetInfo(&free_bytes, &total);
    printf("%d %d %d %d %d\n", count >= 1, device, p.warpSize == warp, p.maxThreadsPerBlock, driver >= runtime);
    printf("named: %d, memory: %d %d, %d.x\n", p.name[0] != 0, p.totalGlobalMem > 0, free_bytes <= total, p.major > 4);
    int grid = 0, block = 0, resident = 0;
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, 128, 0);
    printf("%d %d %d\n", grid > 0, block % 32 == 0 && block > 0, resident >= 1);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, kernel);
    printf("%d %zu\n", attributes.maxThreadsPerBlock, attributes.sharedSizeBytes);
    printf("%s %s\n", cudaGetErrorName(cudaSetDevice(99)), cudaGetErrorString(cudaErrorInvalidDevice));
    cudaGetLastError();
}
