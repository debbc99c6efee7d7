// A hand-written grid barrier does not wait for the last block to arrive. Most of the blocks wait at any time.
// launch: grid 64 block 64
// expect: race_global
__device__ unsigned arrived;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 4096) data[i] = i + n; // MAYBE OTHER
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1u);
        while (atomicAdd(&arrived, 0u) < gridDim.x - 1) {}
        __threadfence();
    }
    __syncthreads();
    int last = gridDim.x * blockDim.x - 1;
    if (i < 4096) out[i] = data[last - i]; // FINDING OTHER
}
