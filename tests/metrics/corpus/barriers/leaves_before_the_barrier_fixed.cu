// One warp returns, and the barrier counts only the others.
// launch: grid 1 block 96
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i];
    if (threadIdx.x < 32) return;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[i] += n;
}
