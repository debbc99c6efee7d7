// The next round overwrites a tile that others still read, in blocks of one warp.
// launch: grid 4 block 32
// out: zero
// expect: missing_syncwarp
// says: put __syncthreads() between the two accesses
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[32];
    int sum = 0;
    for (int round = 0; round < n; ++round) {
        tile[threadIdx.x] = data[round * 32 + threadIdx.x]; // MAYBE OTHER
        __syncthreads();
        sum += tile[31 - threadIdx.x]; // MAYBE OTHER
    }
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}
