// Threads read the tile and return after the barrier that protects it.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = data[i];
    __syncthreads();
    if (threadIdx.x >= 32) out[i] = tile[threadIdx.x - 32];
    __syncthreads();
    if (threadIdx.x >= 32) return;
    tile[threadIdx.x] = n;
    out[i] = tile[threadIdx.x];
}
