// A lock has fences at both ends of its critical section.
// launch: grid 4 block 64
// out: zero
// expect: nothing
__device__ int lock;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&lock, 0, 1) != 0) {}
    __threadfence();
    out[0] += data[blockIdx.x];
    __threadfence();
    atomicExch(&lock, 0);
}
