// Only the first block fills its shared memory.
// launch: grid 4 block 64
// out: zero
// expect: uninitialised_read
// at: block 1
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int weight[64];
    if (blockIdx.x == 0) weight[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    out[i] = weight[63 - threadIdx.x]; // FINDING
}
