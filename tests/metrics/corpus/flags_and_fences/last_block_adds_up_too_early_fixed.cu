// The last block sums up the data of all blocks after polling until all have arrived.
// launch: grid 6 block 64
// out: zero
// expect: nothing
__device__ unsigned arrived;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 32) {
        out[blockIdx.x] = data[blockIdx.x] + n;
        __threadfence();
        atomicAdd(&arrived, 1u);
    }
    if (blockIdx.x != gridDim.x - 1 || threadIdx.x != 0) return;
    while (*(volatile unsigned*)&arrived < gridDim.x) {}
    __threadfence();
    int sum = 0;
    for (int block = 0; block < gridDim.x; ++block) sum += out[block];
    out[64] = sum;
}
