// Each call of a deep recursion has a large array.
// launch: grid 1 block 32
// out: zero
// expect: stack_overflow
// at: block 0
__device__ __noinline__ int sum(const int* data, int depth) {
    int parts[512];
    for (int j = 0; j < sizeof(parts) / sizeof(int); ++j) parts[j] = data[j + depth];
    int rest = depth > 0 ? sum(data, depth - 1) : 0; // FINDING
    return rest * 3 + parts[data[depth] % 4];
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = sum(data, 8 * n);
}
