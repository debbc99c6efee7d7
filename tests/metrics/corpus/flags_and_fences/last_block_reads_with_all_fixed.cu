// A reduction in one launch: all threads of the last block read the blocks' sums after a ticket and a barrier.
// launch: grid 8 block 64
// out: zero
// expect: nothing
__device__ unsigned int retired;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int part[64];
    __shared__ bool is_last;
    int t = threadIdx.x;
    part[t] = data[blockIdx.x * 64 + t];
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
    __threadfence();
    if (t == 0) is_last = atomicInc(&retired, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (!is_last) return;
    part[t] = t < gridDim.x ? out[t] : 0;
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) {
        out[0] = part[0];
        retired = 0;
    }
}
