// The last thread stores to the last cell.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i * 16 + 15] = data[i];
}
