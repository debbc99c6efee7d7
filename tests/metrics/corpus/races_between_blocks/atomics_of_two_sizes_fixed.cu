// The 4-byte counter follows the 8-byte counter in memory, so they do not overlap.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x < 32) {
        atomicAdd((unsigned long long*)out, 1ull);
    } else {
        atomicAdd((unsigned int*)out + 2, 1u);
    }
}
