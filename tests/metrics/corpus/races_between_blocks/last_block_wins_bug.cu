// Two blocks store different values in one cell, in a kernel that cannot have locks.
// launch: grid 2 block 32
// out: zero
// expect: race_global
// says: blocks run in any order, so use an atomic
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 3) out[7] = blockIdx.x + 1; // FINDING OTHER
}
