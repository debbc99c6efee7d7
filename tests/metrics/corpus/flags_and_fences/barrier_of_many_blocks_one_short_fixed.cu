// A hand-written grid barrier. Most of the blocks wait at any time.
// launch: grid 64 block 64
// expect: nothing
__device__ unsigned arrived;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 4096) data[i] = i + n;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1u);
        while (atomicAdd(&arrived, 0u) < gridDim.x) {}
        __threadfence();
    }
    __syncthreads();
    int last = gridDim.x * blockDim.x - 1;
    if (i < 4096) out[i] = data[last - i];
}
