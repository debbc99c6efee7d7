// All lanes of a warp store the warp's sum, the same value by construction.
// launch: grid 1 block 64
// out: zero
// expect: note:race_same_value
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int slots[2];
    int sum = data[threadIdx.x] * n;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    slots[threadIdx.x / 32] = sum; // FINDING OTHER
    __syncthreads();
    if (threadIdx.x == 0) *out = slots[0] + slots[1];
}
