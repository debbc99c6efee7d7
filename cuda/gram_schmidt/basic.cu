// Adds up the summands of the block's threads. Returns the sum to every thread.
template <typename T>
__device__ T block_sum(T summand, T* partial) {
    int t = threadIdx.x;
    partial[t] = summand;
    for (int count = blockDim.x; count > 1; count = (count + 1) / 2) {
        int half = (count + 1) / 2;
        __syncthreads();
        if (t + half < count)
            partial[t] += partial[t + half];
    }
    __syncthreads();
    T sum = partial[0];
    __syncthreads(); // all threads have read the sum before the next call overwrites it
    return sum;
}

// Each thread handles every blockDim.x-th component of all vectors.
template <typename T>
__device__ void orthonormalize(T* q, T* partial, int n) {
    for (int k = 0; k < n; ++k) {
        // Vector k starts with k zeros; the rest are ones.
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            q[k * n + i] = i < k ? 0 : 1;

        // Subtract vector k's projection onto each finished vector.
        for (int j = 0; j < k; ++j) {
            T summand = 0;
            for (int i = threadIdx.x; i < n; i += blockDim.x)
                summand += q[k * n + i] * q[j * n + i];
            T dot = block_sum(summand, partial);
            for (int i = threadIdx.x; i < n; i += blockDim.x)
                q[k * n + i] -= dot * q[j * n + i];
        }

        // Scale vector k to length 1.
        T summand = 0;
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            summand += q[k * n + i] * q[k * n + i];
        T length = sqrt(block_sum(summand, partial));
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            q[k * n + i] /= length;
    }
}

// The grid is one block. Each thread also compares its components with those of the double-precision run.
__global__ void gram_schmidt(float* q, float* error, const double* exact, int n) {
    extern __shared__ float float_partial[];
    orthonormalize(q, float_partial, n);
    for (int k = 0; k < n; ++k)
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            error[k * n + i] = q[k * n + i] - exact[k * n + i];
}

// The same computation in double precision.
__global__ void gram_schmidt_in_double(double* q, int n) {
    extern __shared__ double double_partial[];
    orthonormalize(q, double_partial, n);
}
