// A lock has a fence before its release, but none after it is taken, so the previous owner's data may be stale.
// launch: grid 8 block 32
// out: zero
// expect: race_global
// says: __threadfence() is missing after it is seen
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&out[0], 0, 1) != 0) {}
    data[100] += 1; // FINDING OTHER
    __threadfence();
    atomicExch(&out[0], 0);
}
