// Warps of one block pass a message by a flag in global memory; block scope suffices.
// launch: grid 3 block 64
// out: zero
// expect: nothing
__device__ volatile int flags[3];
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 0) {
        out[blockIdx.x] = data[n];
        __threadfence_block();
        flags[blockIdx.x] = 1;
    }
    if (threadIdx.x == 32) {
        while (flags[blockIdx.x] == 0) {}
        __threadfence_block();
        out[8 + blockIdx.x] = out[blockIdx.x];
    }
}
