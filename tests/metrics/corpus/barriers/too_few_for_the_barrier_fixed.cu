// A barrier waits for as many threads as the block has.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("bar.sync 3, 64;" ::: "memory");
    out[i] = data[i];
}
