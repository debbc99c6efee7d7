// A thread loads from a small local array at indices from 0 on.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int seen[8];
    for (int j = 0; j < 8; ++j) seen[j] = data[j];
    int at = (data[i] + n) % 8;
    out[i] = seen[at];
}
