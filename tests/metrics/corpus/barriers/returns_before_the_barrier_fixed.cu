// Threads without data return before a barrier, which does not wait for them.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box[64];
    if (threadIdx.x >= 8 * n) return;
    box[threadIdx.x] = data[i];
    __syncthreads();
    out[i] = box[8 * n - 1 - threadIdx.x];
    for (int k = 1; k < 4; ++k) {
        if (threadIdx.x >= 8 * n - k) return;
        __syncthreads();
    }
}
