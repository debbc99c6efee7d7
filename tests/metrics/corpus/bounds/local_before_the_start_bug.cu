// A thread loads from a small local array at a negative index.
// launch: grid 1 block 64
// out: zero
// expect: out_of_bounds
// says: before the start of the thread's local memory
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int seen[8];
    for (int j = 0; j < 8; ++j) seen[j] = data[j];
    int at = data[i] % 8 - n;
    out[i] = seen[at]; // FINDING
}
