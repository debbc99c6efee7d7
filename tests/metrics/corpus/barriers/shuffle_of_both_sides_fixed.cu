// Both sides of a branch shuffle with a full mask, so all lanes meet in one shuffle.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int value = data[threadIdx.x];
    if (threadIdx.x & 1) {
        value = __shfl_xor_sync(0xffffffffu, value, 1);
        out[64 + threadIdx.x] = n;
    } else {
        value = __shfl_xor_sync(0xffffffffu, value + 100, 1);
        out[96 + threadIdx.x] = n;
    }
    out[threadIdx.x] = value;
}
