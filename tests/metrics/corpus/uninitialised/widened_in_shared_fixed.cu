// Set bytes are converted to ints in shared memory, and a branch depends on the ints.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ unsigned char bytes[64];
    __shared__ int words[64];
    int t = threadIdx.x;
    bytes[t] = data[t];
    __syncthreads();
    words[t] = bytes[t];
    __syncthreads();
    if (words[63 - t] > 30) out[t] = 1;
}
