// Blocks wait for a flag that the last block sets.
// launch: grid 9 block 64
// out: zero
// expect: nothing
__device__ int flag;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 0) {
        if (blockIdx.x == gridDim.x - 1) {
            atomicExch(&flag, 1);
        } else {
            while (atomicAdd(&flag, 0) == 0) {}
        }
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
