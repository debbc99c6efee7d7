// After the barrier, lanes of one warp load the neighbor's cell by a plain load.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int t = threadIdx.x;
    data[t] = t + n;
    __syncthreads();
    out[t] = data[t ^ 1];
}
