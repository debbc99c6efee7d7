// One warp returns, but the barrier's thread count includes it.
// launch: grid 1 block 96
// out: zero
// expect: deadlock
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i];
    if (threadIdx.x < 32) return;
    asm volatile("bar.sync 1, 96;" ::: "memory"); // FINDING
    out[i] += n;
}
