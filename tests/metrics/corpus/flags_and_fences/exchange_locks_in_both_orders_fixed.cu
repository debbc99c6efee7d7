// All blocks take the same two locks in one order, using exchanges.
// launch: grid 20 block 32
// expect: nothing
__device__ int locks[2];
__device__ void take(int which) {
    while (atomicExch(&locks[which], 1) != 0) {}
    __threadfence();
}
__device__ void give(int which) {
    __threadfence();
    atomicExch(&locks[which], 0);
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    int first = 0;
    take(first);
    take(1 - first);
    out[0] += n;
    give(1 - first);
    give(first);
}
