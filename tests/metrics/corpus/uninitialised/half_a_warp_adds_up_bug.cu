// A sum over half a warp starts with a step that is too long.
// launch: grid 3 block 32
// out: zero
// expect: uninitialised_read
// at: block 0 thread 0
// says: lane 0 shuffles from lane 16, which *
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x >= 16) return;
    int value = data[i];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0x0000ffffu, value, step); // FINDING
    if (threadIdx.x == 0) out[blockIdx.x] = value;
}
