// Lanes of one warp spin for a lock that one of them holds, without fences.
// launch: grid 1 block 4
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int lock;
    if (threadIdx.x == 0) lock = 0;
    __syncthreads();
    while (atomicCAS(&lock, 0, 1) != 0) {}
    out[0] += data[threadIdx.x]; // FINDING OTHER
    atomicExch(&lock, 0);
}
