// Only half of a warp reaches the barrier.
// launch: grid 1 block 64
// out: zero
// expect: barrier_divergence
// at: block 0 thread 16
// says: only 16 of the warp's 32 threads
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[64];
    tile[threadIdx.x] = data[i];
    if (threadIdx.x < 16 || threadIdx.x >= 32) {
        out[i] = tile[threadIdx.x];
        __syncthreads(); // FINDING
    }
    out[1024 + i] = n;
}
