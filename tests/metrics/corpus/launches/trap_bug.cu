// A thread executes a trap.
// launch: grid 2 block 64
// out: zero
// expect: explicit_trap
// at: block 0 thread 5
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (data[i] == n) __trap(); // FINDING
    out[i] = data[i];
}
