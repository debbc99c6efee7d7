// One block stores its number in a module variable.
// launch: grid 4 block 64
// out: zero
// expect: nothing
__device__ int winner;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 2) winner = blockIdx.x + n;
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
}
