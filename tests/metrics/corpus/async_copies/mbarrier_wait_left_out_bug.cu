// Threads arrive at an mbarrier and read data that others stored, without waiting for the phase to end.
// launch: grid 2 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned long long bar;
    __shared__ int box[64];
    unsigned long long state;
    if (threadIdx.x == 0) asm volatile("mbarrier.init.b64 [%0], %1;" ::"l"(&bar), "r"(64) : "memory");
    __syncthreads();
    box[threadIdx.x] = data[i]; // OTHER
    asm volatile("mbarrier.arrive.b64 %0, [%1];" : "=l"(state) : "l"(&bar) : "memory");
    out[i] = box[63 - threadIdx.x]; // FINDING OTHER
}
