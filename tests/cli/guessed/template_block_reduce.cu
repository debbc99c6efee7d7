// Sums each block. The block size is a template parameter.
template <unsigned int blockSize>
__global__ void reduceUnrolled(const float* in, float* out, unsigned int n) {
    __shared__ float s[blockSize];
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockSize + tid;
    s[tid] = i < n ? in[i] : 0;
    __syncthreads();
    // Faulty version: // no barrier
    for (unsigned int half = blockSize / 2; half > 0; half /= 2) {
        if (tid < half) s[tid] += s[tid + half];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}
