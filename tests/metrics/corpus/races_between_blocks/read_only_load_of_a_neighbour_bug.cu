// After the barrier, lanes of one warp load the neighbor's cell through the read-only cache.
// launch: grid 1 block 64
// out: zero
// expect: race_global
// says: may return old values
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int t = threadIdx.x;
    data[t] = t + n; // OTHER
    __syncthreads();
    out[t] = __ldg(&data[t ^ 1]); // FINDING
}
