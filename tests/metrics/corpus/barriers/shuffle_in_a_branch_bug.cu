// A shuffle has a full mask, but only half of the lanes take its branch.
// launch: grid 1 block 32
// out: zero
// expect: barrier_divergence
// at: block 0
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = data[i];
    if (threadIdx.x < 16) {
        value += __shfl_down_sync(0xffffffffu, value, 1); // FINDING
    }
    out[i] = value;
}
