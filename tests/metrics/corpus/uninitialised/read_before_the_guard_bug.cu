// The neighbor is read before a test that lets one neighbor too many pass. The last thread compares an unwritten
// value with 4711, which it rarely equals.
//     launch: grid 2 block 64
//     expect: uninitialised_read
//     at: thread 63
__global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[65];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = data[i];
    __syncthreads();
    const int right = tile[threadIdx.x + 1]; // FINDING
    out[i] = (threadIdx.x + 1 < 65 && n > 3 ? right : n) == 4711;
}
