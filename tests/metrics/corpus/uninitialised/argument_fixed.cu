// Functions that are not inlined receive set arguments, or do not use them.
// launch: grid 1 block 64
// out: zero
// expect: nothing
struct Pair {
    int use, other;
};
__device__ __noinline__ int twice(int value) { return 2 * value; }
__device__ __noinline__ int one_of(Pair pair, bool both, int* out) {
    if (both) out[70] = pair.other;
    return pair.use;
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int values[64];
    __shared__ Pair pairs[64];
    int t = threadIdx.x;
    values[t] = data[t];
    pairs[t].use = data[t];
    __syncthreads();
    out[t] = twice(values[63 - t]) + one_of(pairs[63 - t], n > 5, out);
}
