// Producer and consumer alternate between two rows, each with a `full` and an `empty` cuda::barrier. The consumer
// arrives at `empty` before it reads the row, so the producer may overwrite it.
// launch: grid 1 block 64
// out: zero
// compiler: clang
// expect: race_shared
#include <cuda/barrier>
using Barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int rows[2][32];
    __shared__ Barrier full[2], empty[2];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 2) {
        init(&full[threadIdx.x], 64);
        init(&empty[threadIdx.x], 64);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int round = 0; round <= n; ++round) {
            empty[round % 2].arrive_and_wait();
            rows[round % 2][lane] = data[round * 32 + lane]; // MAYBE OTHER
            (void)full[round % 2].arrive();
        }
    } else {
        for (Barrier& one : empty) (void)one.arrive();
        for (int round = 0; round <= n; ++round) {
            full[round % 2].arrive_and_wait();
            (void)empty[round % 2].arrive();
            out[round * 32 + lane] = rows[round % 2][31 - lane]; // FINDING OTHER
        }
    }
}
