// A function calls itself endlessly.
// launch: grid 1 block 32
// out: zero
// expect: stack_overflow
// at: block 0
__device__ __noinline__ int down(const int* data, int depth) {
    if (depth < -1) return depth;
    return down(data, depth + 1) * 3 + data[depth & 63]; // FINDING
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = down(data, data[i] + n);
}
