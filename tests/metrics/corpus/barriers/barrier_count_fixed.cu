// The barrier's thread count is a multiple of the warp size.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = 59 + n;
    asm volatile("barrier.sync 1, %0;" ::"r"(threads) : "memory");
    out[i] = data[i];
}
