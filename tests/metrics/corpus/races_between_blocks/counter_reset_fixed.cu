// The last block to arrive resets the counter, after it has seen all others count.
// launch: grid 4 block 32
// out: zero
// expect: nothing
__device__ unsigned count;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 0) {
        const unsigned arrived = atomicAdd(&count, 1);
        if (arrived == gridDim.x - 1) count = 0;
        out[blockIdx.x] = data[blockIdx.x] + n;
    }
}
