// Each of two blocks stores its value in its own cell.
// launch: grid 2 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 3) out[7 + blockIdx.x] = blockIdx.x + 1;
}
