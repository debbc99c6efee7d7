// All blocks store their number in one module variable.
// launch: grid 4 block 64
// out: zero
// expect: race_global
__device__ int winner;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 0) winner = blockIdx.x + n; // FINDING OTHER
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
}
