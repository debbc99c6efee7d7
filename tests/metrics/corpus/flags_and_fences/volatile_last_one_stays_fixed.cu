// Only the last block stores its number; all blocks set one volatile flag to the same value.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    if (threadIdx.x == n && blockIdx.x == gridDim.x - 1) out[0] = blockIdx.x;
    out[1] = data[n] + 1;
}
