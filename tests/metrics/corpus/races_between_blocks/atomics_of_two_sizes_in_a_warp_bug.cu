// Some lanes change an 8-byte maximum by atomics; the others change one half of it by 4-byte atomics.
// launch: grid 1 block 32
// out: zero
// expect: missing_syncwarp
// says: different sizes
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x < 16) {
        atomicMax(&out[1], (int)threadIdx.x); // MAYBE OTHER
    } else {
        atomicMax((unsigned long long*)out, (unsigned long long)threadIdx.x); // MAYBE OTHER
    }
}
