// Threads copy by a function that is asynchronous from compute capability 8.0 on. Each thread waits for its copies.
// launch: grid 2 block 64
// out: zero
// expect: nothing
#include <cuda_pipeline.h>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box[64];
    __pipeline_memcpy_async(&box[threadIdx.x], &data[i], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[i] = box[threadIdx.x];
}
