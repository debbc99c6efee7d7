// The whole block reaches the barrier.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[64];
    tile[threadIdx.x] = data[i];
    if (threadIdx.x < 16 || threadIdx.x >= 32) {
        out[i] = tile[threadIdx.x];
    }
    __syncthreads();
    out[1024 + i] = n;
}
