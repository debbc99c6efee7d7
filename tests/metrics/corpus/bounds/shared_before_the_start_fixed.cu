// The first thread of a block reads its own cell.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[64];
    tile[threadIdx.x] = data[i];
    __syncthreads();
    int left = static_cast<int>(threadIdx.x) - 1;
    left = max(left, 0);
    out[i] = tile[left];
}
