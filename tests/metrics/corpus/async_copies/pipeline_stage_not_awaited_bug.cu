// A pipeline stage is read after a barrier, but before the wait for the stage.
// launch: grid 2 block 64
// expect: race_shared
// says: consumer_wait() of the pipeline
#include <cooperative_groups.h>
#include <cuda/pipeline>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ alignas(16) int stages[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int k = 0; k < n; ++k) {
        pipe.producer_acquire();
        cuda::memcpy_async(block, stages[k % 2], data + k * 64, sizeof(int) * 64, pipe); // OTHER
        pipe.producer_commit();
        block.sync();
        out[(blockIdx.x * n + k) * 64 + threadIdx.x] = stages[k % 2][63 - threadIdx.x]; // FINDING
        pipe.consumer_wait();
        pipe.consumer_release();
    }
}
