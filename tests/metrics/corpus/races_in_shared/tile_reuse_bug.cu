// The next round overwrites a tile that others still read.
// launch: grid 4 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[64];
    int sum = 0;
    for (int round = 0; round < n; ++round) {
        tile[threadIdx.x] = data[round * 64 + threadIdx.x]; // MAYBE OTHER
        __syncthreads();
        sum += tile[(threadIdx.x + 32) % 64]; // MAYBE OTHER
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
