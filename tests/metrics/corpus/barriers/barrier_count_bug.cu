// The barrier's thread count is not a multiple of the warp size.
// launch: grid 1 block 64
// out: zero
// expect: invalid_launch
// says: multiple of 32
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = 35 + n;
    asm volatile("barrier.sync 1, %0;" ::"r"(threads) : "memory"); // FINDING
    out[i] = data[i];
}
