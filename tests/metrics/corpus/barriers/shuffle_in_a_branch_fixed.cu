// The mask of a shuffle has exactly the lanes that take its branch.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = data[i];
    if (threadIdx.x < 16) {
        value += __shfl_down_sync(0x0000ffffu, value, 1, 16);
    }
    out[i] = value;
}
