// Each thread multiplies one pair of elements. The block sums them, and its first thread adds the sum to result[0].
__global__ void dot_product(float* result, const float* x, const float* y, int n) {
    extern __shared__ float partial[]; // one product per thread
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    partial[t] = i < n ? x[i] * y[i] : 0.0f;

    // In every step, the lower half adds the upper half. If the count is odd, the middle element stays unchanged.
    for (int count = blockDim.x; count > 1; count = (count + 1) / 2) {
        int half = (count + 1) / 2;
        __syncthreads();
        if (t + half < count)
            partial[t] += partial[t + half];
    }

    if (t == 0)
        atomicAdd(&result[0], partial[0]);
}

// One thread computes the reference in double precision and rounds it to a float once.
__global__ void dot_product_in_double(float* result, const float* x, const float* y, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i)
        sum += (double)x[i] * y[i];
    result[1] = sum;
}
