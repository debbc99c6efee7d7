// Each call sets the part of its array that it uses.
// launch: grid 1 block 64
// out: zero
// expect: nothing
__device__ __noinline__ int chosen(int count, int which) {
    volatile int values[8];
    for (int j = 0; j < count; ++j) values[j] = j + which;
    return values[which % count];
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    const int first = chosen(8, data[threadIdx.x]);
    out[threadIdx.x] = first + chosen(n, data[threadIdx.x]);
}
