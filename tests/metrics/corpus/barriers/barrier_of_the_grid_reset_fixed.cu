// The last block to arrive at a grid barrier resets the barrier's counter.
// launch: grid 5 block 64
// out: zero
// expect: nothing
__device__ int arrived;
__device__ volatile int round_now;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    for (int round = 0; round < 3; ++round) {
        int to = blockIdx.x * blockDim.x + threadIdx.x;
        int from = (blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x;
        out[round * 512 + to] = round == 0 ? data[to] + n : out[(round - 1) * 512 + from];
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            int before = round_now;
            if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
                arrived = 0;
                __threadfence();
                round_now = before + 1;
            } else {
                while (round_now == before) {}
            }
            __threadfence();
        }
        __syncthreads();
    }
}
