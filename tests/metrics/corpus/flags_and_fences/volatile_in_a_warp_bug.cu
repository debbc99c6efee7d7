// All threads of a block store to the same volatile cell; lanes of a warp do so at the same time.
// launch: grid 1 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    out[0] = threadIdx.x * n; // FINDING OTHER
}
