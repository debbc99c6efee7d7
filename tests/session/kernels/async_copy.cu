#include <cuda_pipeline.h>

extern "C" __global__ void recorded(int* out, const int* in, int n) {
    __shared__ __align__(16) int tile[4 * 1024], strip[1024];
    const int base = blockIdx.x * blockDim.x, i = base + threadIdx.x;
    // Every fourth thread copies 16 bytes. At the end of the input, zeros replace bytes that do not exist.
    if (threadIdx.x % 4 == 0 && i < n) {
        const int rest = 4 * (n - i);
        __pipeline_memcpy_async(&tile[threadIdx.x], &in[i], 16, rest < 16 ? 16 - rest : 0);
    }
    if (i + 5 < n) __pipeline_memcpy_async(&strip[threadIdx.x], &in[i + 5], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (i < n) out[i] = tile[threadIdx.x] + (i + 5 < n ? strip[threadIdx.x] : 0);
}
