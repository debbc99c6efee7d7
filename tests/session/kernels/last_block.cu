__device__ unsigned arrived;  // starts at 0, and is 0 again after all blocks have arrived

extern "C" __global__ void recorded(int* out, const int* in, int n) {
    __shared__ bool last;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (!last || threadIdx.x != 0) return;
    __threadfence();
    int sum = 0;
    for (int k = 1; k < n; ++k) sum += out[k];
    out[0] = sum;
}
