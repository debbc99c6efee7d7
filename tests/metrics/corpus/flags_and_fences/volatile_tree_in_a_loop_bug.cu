// A reduction in global memory without barriers. Its volatile summands are data, not flags, so fences would not help.
// launch: grid 1 block 64
// out: zero
// expect: race_global missing_syncwarp
// says: use an atomic
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    int t = threadIdx.x;
    out[t] = data[t]; // MAYBE OTHER
    for (int s = 32; s > 0; s >>= 1)
        if (t < s) out[t] += out[t + s]; // FINDING OTHER
}
