// The 4-byte maximum follows the 8-byte maximum in memory, so they do not overlap.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x < 16) {
        atomicMax(&out[2], (int)threadIdx.x);
    } else {
        atomicMax((unsigned long long*)out, (unsigned long long)threadIdx.x);
    }
}
