// A thread adds to its cell; only data without stores are loaded through the read-only cache.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = threadIdx.x;
    for (int k = 0; k < n; ++k)
        out[i] = out[i] + __ldg(&data[i]);
}
