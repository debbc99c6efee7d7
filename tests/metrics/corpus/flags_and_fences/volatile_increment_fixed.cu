// Every thread adds to one cell atomically.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) { atomicAdd(&out[0], n); }
