// All threads store the same value in a cell, which is harmless, but they compute it from an unwritten value.
// launch: grid 1 block 64
// out: zero
// expect: race_same_value uninitialised_read
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int from[8], to[8];
    if (n < 0) from[threadIdx.x % 8] = n;
    to[0] = from[5] + n; // FINDING OTHER
    __syncthreads();
    out[threadIdx.x] = to[0] + data[threadIdx.x];
}
