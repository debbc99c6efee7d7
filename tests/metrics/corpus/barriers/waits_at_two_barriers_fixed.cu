// Both warps wait at the same barrier.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[i] = data[i];
}
