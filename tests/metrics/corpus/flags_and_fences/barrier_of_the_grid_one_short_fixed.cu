// A hand-written grid barrier waits for all blocks.
// launch: grid 8 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    data[1000 + blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&out[0], 1);
        while (atomicAdd(&out[0], 0) < gridDim.x) {}
        __threadfence();
    }
    __syncthreads();
    int other = (blockIdx.x + 1) % gridDim.x;
    out[64 + blockIdx.x * 32 + threadIdx.x] = data[1000 + other * 32 + threadIdx.x];
}
