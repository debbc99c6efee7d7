// Each warp sums up by shuffles, but the second has only half of its threads.
// launch: grid 1 block 48
// out: zero
// expect: uninitialised_read
// at: block 0
// says: which has no thread in a block of 48
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int value = data[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step); // FINDING
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = value;
}
