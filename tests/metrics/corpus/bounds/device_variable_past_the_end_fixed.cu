// A module variable has enough elements.
// launch: grid 1 block 32
// out: zero
// expect: nothing
__device__ int table[32];
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    table[data[i]] = n;
    out[i] = data[i];
}
