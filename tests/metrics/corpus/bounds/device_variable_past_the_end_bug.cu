// A module variable is one element too short.
// launch: grid 1 block 32
// out: zero
// expect: out_of_bounds
// at: block 0 thread 31
// says: just past the end of 'table' (124 bytes)
__device__ int table[31];
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    table[data[i]] = n; // FINDING
    out[i] = data[i];
}
