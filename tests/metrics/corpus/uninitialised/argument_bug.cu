// Functions that are not inlined receive unset arguments. The finding is at the call, not at the use.
// launch: grid 1 block 64
// out: zero
// expect: uninitialised_read
// says: of shared memory
__device__ __noinline__ int twice(int value) { return 2 * value; }
__device__ __noinline__ int decide(int value, int* out) {
    if (value > 3) out[70] = 1;
    return 5;
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int values[64];
    __shared__ unsigned char bytes[64];
    int t = threadIdx.x;
    if (t < 32) values[t] = data[t];
    if (n > 5) bytes[t] = data[t];
    __syncthreads();
    int sum = twice(values[63 - t]); // FINDING
    sum += decide(bytes[t], out);    // FINDING
    out[t] = sum;
}
