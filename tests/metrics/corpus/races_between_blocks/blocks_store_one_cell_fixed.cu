// Every block stores its own number to one cell.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 0) out[blockIdx.x] = blockIdx.x;
}
