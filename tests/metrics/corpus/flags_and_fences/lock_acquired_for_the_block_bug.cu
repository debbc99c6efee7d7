// Blocks take a lock, but the fence after taking it has block scope.
// launch: grid 4 block 32
// out: zero
// expect: race_global
// says: __threadfence()
__device__ int lock;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&lock, 0, 1) != 0) {}
    __threadfence_block();
    out[0] = out[0] + n; // FINDING OTHER
    __threadfence();
    atomicExch(&lock, 0);
}
