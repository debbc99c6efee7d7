// A barrier separates a store and a plain load of one cell; only data without stores are loaded by __ldg().
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int t = threadIdx.x;
    data[t] = t + n;
    __syncthreads();
    out[t] = data[63 - t] + __ldg(&data[64 + t]);
}
