// The last block copies data of the others, whose fences have block scope.
// launch: grid 4 block 64
// out: zero
// expect: race_global
__device__ unsigned int done;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        out[1 + blockIdx.x] = data[i]; // OTHER
        __threadfence_block();
        last = atomicAdd(&done, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x) out[64 + threadIdx.x] = out[1 + threadIdx.x]; // FINDING
}
