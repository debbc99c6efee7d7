// Every block stores its number in the same cell.
// launch: grid 4 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 0) out[0] = blockIdx.x; // FINDING OTHER
}
