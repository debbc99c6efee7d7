// The last block resets the counter when no other block can count any more. A function finds the last block.
// launch: grid 5 block 64
// out: zero
// expect: nothing
__device__ unsigned arrived;
__noinline__ __device__ bool is_last(unsigned ticket) { return ticket == gridDim.x - 1; }
extern "C" __global__ void kernel(int* data, int* out, int n) {
    atomicAdd(&out[0], data[threadIdx.x] + n);
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        if (is_last(atomicAdd(&arrived, 1))) arrived = 0;
    }
}
