// The grid has no blocks.
// launch: grid 0 block 64
// out: zero
// expect: nothing
// refused: grid
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i];
}
