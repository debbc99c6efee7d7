// 32 threads load from a constant table of 16 weights.
// launch: grid 1 block 32
// out: zero
// expect: out_of_bounds
// at: block 0 thread 16
// says: just past the end of 'weights' (64 bytes)
__constant__ int weights[16] = {1, 2, 3, 4};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i] * weights[data[i]]; // FINDING
}
