// Every thread stores a pair, so neighbors store to the same cell.
// launch: grid 1 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i]; // OTHER
    out[i + 1] = data[i + 7]; // FINDING OTHER
}
