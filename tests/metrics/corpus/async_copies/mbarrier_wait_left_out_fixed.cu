// Threads wait for the phase to end, which orders all earlier accesses, also within a warp.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned long long bar;
    __shared__ int box[64];
    unsigned long long state;
    if (threadIdx.x == 0) asm volatile("mbarrier.init.b64 [%0], %1;" ::"l"(&bar), "r"(64) : "memory");
    __syncthreads();
    box[threadIdx.x] = data[i];
    asm volatile("mbarrier.arrive.b64 %0, [%1];" : "=l"(state) : "l"(&bar) : "memory");
    int done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.test_wait.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "l"(&bar), "l"(state)
                     : "memory");
    out[i] = box[63 - threadIdx.x] + box[threadIdx.x ^ 1];
}
