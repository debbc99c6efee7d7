// A barrier separates a store and a load of one cell, but the load goes through the read-only cache.
// launch: grid 1 block 64
// out: zero
// expect: race_global
// says: read-only load * may return old values
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int t = threadIdx.x;
    data[t] = t + n; // OTHER
    __syncthreads();
    out[t] = __ldg(&data[63 - t]); // FINDING
}
