// A second barrier per round protects the tile, in blocks of one warp.
// launch: grid 4 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[32];
    int sum = 0;
    for (int round = 0; round < n; ++round) {
        tile[threadIdx.x] = data[round * 32 + threadIdx.x];
        __syncthreads();
        sum += tile[31 - threadIdx.x];
        __syncthreads();
    }
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}
