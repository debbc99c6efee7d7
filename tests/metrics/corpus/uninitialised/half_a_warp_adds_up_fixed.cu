// Half a warp sums up, and values from lanes beyond it are not used.
// launch: grid 3 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x >= 16) return;
    int value = data[i];
    for (int step = 8; step > 0; step /= 2) value += __shfl_down_sync(0x0000ffffu, value, step);
    if (threadIdx.x == 0) out[blockIdx.x] = value;
}
