// Half a warp reads the value of one of its own lanes.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = data[i];
    if (threadIdx.x % 32 < 16) value += __shfl_sync(0x0000ffffu, value, 12);
    out[i] = value;
}
