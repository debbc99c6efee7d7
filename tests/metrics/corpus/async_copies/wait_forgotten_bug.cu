// Threads copy by a function that is asynchronous from compute capability 8.0 on. Each reads before it waits.
// launch: grid 2 block 64
// out: zero
// expect: race_shared
// says: before the asynchronous copy
#include <cuda_pipeline.h>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box[64];
    __pipeline_memcpy_async(&box[threadIdx.x], &data[i], sizeof(int)); // OTHER
    __pipeline_commit();
    out[i] = box[threadIdx.x]; // FINDING
    __pipeline_wait_prior(0);
}
