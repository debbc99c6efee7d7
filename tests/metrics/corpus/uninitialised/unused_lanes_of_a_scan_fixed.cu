// A warp scans 32 sums of which 2 exist, and only the existing ones reach the result.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int sums[32];
    const int lane = threadIdx.x % 32;
    if (lane == 0) sums[threadIdx.x / 32] = data[threadIdx.x] + n;
    __syncthreads();
    if (threadIdx.x < 32) {
        int s = sums[lane];
        for (int d = 1; d < 32; d *= 2) {
            int other = __shfl_up_sync(~0u, s, d);
            if (lane >= d) s += other;
        }
        sums[lane] = s;
    }
    __syncthreads();
    if (threadIdx.x == 0) *out = sums[1];
}
