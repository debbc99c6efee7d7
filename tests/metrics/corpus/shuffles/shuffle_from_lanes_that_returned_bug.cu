// A warp sums up by shuffles after its threads without data have returned.
// launch: grid 2 block 32
// out: zero
// expect: uninitialised_read
// at: block 1
// says: shuffles from lane *has returned already
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 52) return;
    int value = data[i];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step); // FINDING
    if (threadIdx.x == 0) out[blockIdx.x] = value;
}
