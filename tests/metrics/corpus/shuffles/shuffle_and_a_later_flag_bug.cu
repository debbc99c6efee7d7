// A block waits for another block's flag before it stores values from lanes outside the mask.
// launch: grid 2 block 32
// out: zero
// expect: uninitialised_read
// at: block 1 thread 8
__device__ int ready;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int value = data[threadIdx.x] + n;
    if (blockIdx.x == 0) {
        __threadfence();
        if (threadIdx.x == 0) atomicExch(&ready, 1);
        return;
    }
    if (threadIdx.x < 16) value += __shfl_down_sync(0x0000ffffu, value, 8); // FINDING
    if (threadIdx.x == 0)
        while (atomicAdd(&ready, 0) == 0) {}
    __syncthreads();
    out[threadIdx.x] = value;
}
