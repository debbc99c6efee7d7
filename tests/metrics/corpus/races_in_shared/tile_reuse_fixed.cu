// The next round overwrites a tile after a second barrier.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[64];
    int sum = 0;
    for (int round = 0; round < n; ++round) {
        tile[threadIdx.x] = data[round * 64 + threadIdx.x];
        __syncthreads();
        sum += tile[(threadIdx.x + 32) % 64];
        __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
