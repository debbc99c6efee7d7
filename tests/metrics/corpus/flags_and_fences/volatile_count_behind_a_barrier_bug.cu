// Every thread increments a value that it read from a volatile cell before the barrier: one increment survives.
// launch: grid 1 block 64
// out: zero
// expect: race_same_value
// says: each computed from a value loaded before*use an atomic
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    const int before = out[n];
    __syncthreads();
    out[n] = before + 1; // FINDING OTHER
}
