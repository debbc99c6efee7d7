// Every thread of a block stores to the same volatile cell, lanes of one warp at once.
// launch: grid 1 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    out[0] = threadIdx.x * n; // FINDING OTHER
}
