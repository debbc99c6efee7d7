// Each round uses the counting barrier twice, so all have read the tile before it is overwritten.
// launch: grid 2 block 64
// out: zero
// expect: nothing
__device__ void meet(int* arrived, int goal) {
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        __threadfence_block();
        atomicAdd(arrived, 1);
        while (*(volatile int*)arrived < goal) {}
        __threadfence_block();
    }
    __syncwarp();
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int arrived, tile[64];
    if (threadIdx.x == 0) arrived = 0;
    __syncthreads();
    int sum = 0;
    for (int round = 0; round < n; ++round) {
        tile[threadIdx.x] = data[round * 64 + threadIdx.x];
        meet(&arrived, 4 * round + 2);
        sum += tile[(threadIdx.x + 32) % 64];
        meet(&arrived, 4 * round + 4);
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
