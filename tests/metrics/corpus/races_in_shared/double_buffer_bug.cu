// Two tiles alternate, without a barrier in each round.
// launch: grid 4 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[2][64];
    int sum = 0;
    tile[0][threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    for (int round = 1; round < n; ++round) {
        tile[round % 2][threadIdx.x] = data[round * 64 + threadIdx.x];
        sum += tile[(round + 1) % 2][63 - threadIdx.x];
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
