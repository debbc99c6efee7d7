// Each warp waits at a different barrier.
// launch: grid 1 block 64
// out: zero
// expect: deadlock
// at: block 0
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;" ::: "memory"); // FINDING
    if (threadIdx.x >= 32) asm volatile("bar.sync 2, 64;" ::: "memory"); // FINDING
    out[i] = data[i];
}
