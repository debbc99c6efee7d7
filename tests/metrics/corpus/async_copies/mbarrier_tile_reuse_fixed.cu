// A second wait per round protects the tile from being overwritten.
// launch: grid 2 block 64
// out: zero
// expect: nothing
__device__ void meet(unsigned long long* bar) {
    unsigned long long state;
    asm volatile("mbarrier.arrive.b64 %0, [%1];" : "=l"(state) : "l"(bar) : "memory");
    int done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.test_wait.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "l"(bar), "l"(state)
                     : "memory");
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ unsigned long long bar;
    __shared__ int tile[64];
    if (threadIdx.x == 0) asm volatile("mbarrier.init.b64 [%0], %1;" ::"l"(&bar), "r"(64) : "memory");
    __syncthreads();
    int sum = 0;
    for (int round = 0; round < n; ++round) {
        tile[threadIdx.x] = data[round * 64 + threadIdx.x];
        meet(&bar);
        sum += tile[(threadIdx.x + 32) % 64];
        meet(&bar);
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
