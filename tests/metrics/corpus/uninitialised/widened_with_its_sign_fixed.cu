// Set bytes are converted to signed ints.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ signed char bytes[64];
    int t = threadIdx.x;
    bytes[t] = -data[t];
    __syncthreads();
    out[t] = bytes[63 - t];
}
