// The lowest bit of an unset value is kept.
// launch: grid 1 block 64
// out: zero
// expect: uninitialised_read
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int values[64];
    int t = threadIdx.x;
    if (t < 32) values[t] = data[t];
    __syncthreads();
    out[t] = values[63 - t] & 1; // FINDING
}
