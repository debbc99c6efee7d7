// Only one thread of each block waits at a grid barrier.
// launch: grid 5 block 64
// out: zero
// expect: race_global
__device__ int arrived;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    for (int round = 0; round < 3; ++round) {
        int from = (blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x;
        int to = blockIdx.x * blockDim.x + threadIdx.x;
        int* before = out + round * 512;
        before[512 + to] = before[from] + n; // FINDING OTHER
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(&arrived, 1);
            while (atomicAdd(&arrived, 0) < (round + 1) * gridDim.x) {}
            __threadfence();
        }
    }
}
