// Each block waits for the next one, and the grid has more blocks than an H100 holds at once.
// launch: grid 300 block 1024
// out: zero
// expect: deadlock
// says: None of the 264 blocks that a GPU (H100 SXM) runs
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 0) {
        if (blockIdx.x + 1 < gridDim.x)
            while (atomicAdd(&out[blockIdx.x + 1], 0) == 0) {} // FINDING
        atomicExch(&out[blockIdx.x], 1);
    }
}
