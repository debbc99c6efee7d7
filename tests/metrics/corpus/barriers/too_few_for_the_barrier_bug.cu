// A barrier waits for more threads than the block has.
// launch: grid 2 block 64
// out: zero
// expect: deadlock
// says: 64 threads wait at barrier 3, which needs 96
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("bar.sync 3, 96;" ::: "memory"); // FINDING
    out[i] = data[i];
}
