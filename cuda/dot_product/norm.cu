// The grid is one block: each thread sums every blockDim.x-th square, then the block adds up the threads' sums.
__global__ void norm(float* result, const float* x, int n) {
    extern __shared__ float partial[]; // one sum per thread
    int t = threadIdx.x;

    float sum = 0.0f;
    for (int i = t; i < n; i += blockDim.x)
        sum += x[i] * x[i];
    partial[t] = sum;

    // In every step, the lower half adds the upper half. If the count is odd, the middle element stays unchanged.
    for (int count = blockDim.x; count > 1; count = (count + 1) / 2) {
        int half = (count + 1) / 2;
        __syncthreads();
        if (t + half < count)
            partial[t] += partial[t + half];
    }

    if (t == 0)
        result[0] = sqrtf(partial[0]);
}

// One thread computes the reference in double precision and rounds it to a float once.
__global__ void norm_in_double(float* result, const float* x, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i)
        sum += (double)x[i] * x[i];
    result[1] = sqrt(sum);
}
