// Threads arrive at an mbarrier, wait, and read data that others stored.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned long long bar;
    __shared__ int box[64];
    unsigned long long state;
    unsigned done = 0;
    if (threadIdx.x == 0) asm volatile("mbarrier.init.b64 [%0], %1;" ::"l"(&bar), "r"(64) : "memory");
    box[threadIdx.x] = 0;
    __syncthreads();
    box[threadIdx.x] = data[i];
    asm volatile("mbarrier.arrive.b64 %0, [%1];" : "=l"(state) : "l"(&bar) : "memory");
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.test_wait.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "l"(&bar), "l"(state) : "memory");
    out[i] = box[63 - threadIdx.x];
}
