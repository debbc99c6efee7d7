// Each warp sums up by shuffles; the second one adds nothing for its missing threads.
// launch: grid 1 block 48
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int value = data[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) {
        const int other = __shfl_down_sync(0xffffffffu, value, step);
        if (threadIdx.x + step < blockDim.x) value += other;
    }
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = value;
}
