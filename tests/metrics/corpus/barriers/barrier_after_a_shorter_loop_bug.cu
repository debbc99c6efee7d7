// One warp leaves the loop while the other waits in it.
// launch: grid 1 block 64
// out: zero
// expect: barrier_divergence
// says: different
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int rounds = threadIdx.x < 32 ? n : n + 1;
    int sum = 0;
    for (int j = 0; j < rounds; ++j) {
        sum += data[i + j];
        __syncthreads(); // OTHER
    }
    out[i] = sum;
    __syncthreads(); // FINDING OTHER
    if (threadIdx.x < 32) __syncthreads(); // FINDING OTHER
}
