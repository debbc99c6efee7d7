// Lanes execute a loop with a barrier equally often.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[32];
    tile[threadIdx.x] = 0;
    for (int j = 0; j < n % 4; ++j) {
        tile[threadIdx.x] += j;
        __syncthreads();
    }
    out[i] = tile[threadIdx.x];
}
