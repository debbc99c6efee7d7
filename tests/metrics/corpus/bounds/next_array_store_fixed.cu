// The tile has an element for each thread, so no store reaches the histogram.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[64];
    __shared__ int bins[64];
    bins[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x < n + 59) atomicAdd(&bins[threadIdx.x % 8], 1);
    int at = 0;
    for (int j = 0; j < n; ++j) at += data[threadIdx.x] / 5;
    tile[data[threadIdx.x]] = at;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x / 2] + bins[threadIdx.x];
}
