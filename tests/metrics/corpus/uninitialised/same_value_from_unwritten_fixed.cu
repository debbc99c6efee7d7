// One thread stores a value that it computes from a value written by another thread.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int from[8], to[8];
    if (threadIdx.x < 8) from[threadIdx.x] = n;
    __syncthreads();
    if (threadIdx.x == 0) to[0] = from[5] + n;
    __syncthreads();
    out[threadIdx.x] = to[0] + data[threadIdx.x];
}
