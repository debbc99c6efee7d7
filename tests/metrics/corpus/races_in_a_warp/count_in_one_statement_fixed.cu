// Every lane adds to one cell atomically.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    atomicAdd(&out[n], threadIdx.x);
}
