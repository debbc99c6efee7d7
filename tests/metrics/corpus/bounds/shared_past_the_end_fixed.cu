// The last thread of a block reads its own cell.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[64];
    tile[threadIdx.x] = data[i];
    __syncthreads();
    out[i] = tile[min(threadIdx.x + 1, 63)];
}
