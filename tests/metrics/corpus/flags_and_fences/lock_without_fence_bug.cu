// A lock has no fences around its critical section.
// launch: grid 4 block 64
// out: zero
// expect: race_global
__device__ int lock;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&lock, 0, 1) != 0) {}
    out[0] += data[blockIdx.x]; // FINDING OTHER
    atomicExch(&lock, 0);
}
