// Every block stores its number in its own cell.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 0) out[blockIdx.x] = blockIdx.x;
}
