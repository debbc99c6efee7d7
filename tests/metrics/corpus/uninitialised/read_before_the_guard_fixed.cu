// The neighbor is read before the test whether it exists. The last thread reads an unwritten value and discards
// it.
//     launch: grid 2 block 64
//     expect: nothing
__global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[65];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = data[i];
    __syncthreads();
    const int right = tile[threadIdx.x + 1];
    out[i] = threadIdx.x + 1 < 64 && right > n ? right : n;
}
