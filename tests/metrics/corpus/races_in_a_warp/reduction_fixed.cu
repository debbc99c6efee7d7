// The loop of a reduction has a barrier.
// launch: grid 3 block 128
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int part[128];
    unsigned t = threadIdx.x;
    part[t] = data[blockIdx.x * blockDim.x + t];
    for (unsigned stride = 64; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride) part[t] += part[t + stride];
    }
    if (t == 0) out[blockIdx.x] = part[0];
}
