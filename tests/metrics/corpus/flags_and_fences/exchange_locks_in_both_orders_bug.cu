// The first and the last block take the same two locks in opposite orders, using exchanges.
// launch: grid 20 block 32
// expect: deadlock
__device__ int locks[2];
__device__ void take(int which) {
    while (atomicExch(&locks[which], 1) != 0) {} // MAYBE
    __threadfence();
}
__device__ void give(int which) {
    __threadfence();
    atomicExch(&locks[which], 0);
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    int first = blockIdx.x == gridDim.x - 1;
    take(first);
    take(1 - first);
    out[0] += n;
    give(1 - first);
    give(first);
}
