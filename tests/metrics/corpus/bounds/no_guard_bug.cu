// The grid has more threads than cells, but the kernel has no guard.
// launch: grid 65 block 64
// out: zero
// expect: out_of_bounds
// at: block 64
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i] + n; // FINDING
}
