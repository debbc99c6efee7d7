// Every lane increments a value that it read from a volatile cell before __syncwarp(): one increment survives.
// launch: grid 1 block 32
// out: zero
// expect: race_same_value
// says: and a barrier does not help; use an atomic
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    const int before = out[n];
    __syncwarp();
    out[n] = before + 1; // FINDING OTHER
}
