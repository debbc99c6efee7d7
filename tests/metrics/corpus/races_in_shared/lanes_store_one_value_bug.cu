// Lanes of a warp store different values to the warp's slot.
// launch: grid 1 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int slots[2];
    slots[threadIdx.x / 32] = data[threadIdx.x] * n; // FINDING OTHER
    __syncthreads();
    if (threadIdx.x == 0) *out = slots[0] + slots[1];
}
