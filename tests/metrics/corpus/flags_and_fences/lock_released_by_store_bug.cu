// A lock is taken by an atomic and released by a plain store.
// launch: grid 4 block 64
// out: zero
// expect: race_global
__device__ int lock;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&lock, 0, 1) != 0) {} // OTHER
    __threadfence();
    out[0] += data[blockIdx.x]; // FINDING OTHER
    __threadfence();
    lock = 0; // FINDING OTHER
}
