// Computes softmax, one block per row.
__global__ void softmax(const float* input, float* output, int cols) {
    __shared__ float red[256];
    const float* x = input + blockIdx.x * cols;
    float* y = output + blockIdx.x * cols;
    int tid = threadIdx.x;
    float m = -1e30f;
    for (int i = tid; i < cols; i += blockDim.x) m = fmaxf(m, x[i]);
    red[tid] = m;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) red[tid] = fmaxf(red[tid], red[tid + s]);
        __syncthreads();
    }
    m = red[0];
    __syncthreads();
    // Faulty version: // no barrier
    float sum = 0;
    for (int i = tid; i < cols; i += blockDim.x) sum += y[i] = expf(x[i] - m);
    red[tid] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) red[tid] += red[tid + s];
        __syncthreads();
    }
    for (int i = tid; i < cols; i += blockDim.x) y[i] /= red[0];
}
