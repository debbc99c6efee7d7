// A thread adds to its cell, but loads it through the read-only cache in each iteration.
// launch: grid 1 block 64
// out: zero
// expect: race_global
// says: may return old values
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = threadIdx.x;
    for (int k = 0; k < n; ++k)
        data[i] = __ldg(&data[i]) + out[i]; // FINDING OTHER
}
