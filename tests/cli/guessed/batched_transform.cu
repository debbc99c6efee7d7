__global__ void transform(int m, int k, const float* A, int lda, long strideA, const float* x, float* y, int batches) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
    if (i >= m || b >= batches) return;
    const float* a = A + b * strideA;
    float sum = 0;
    for (int j = 0; j < k; ++j) sum += a[i + j * lda] * x[b * k + j];
    // Faulty version: for (int j = 0; j < k; ++j) sum += a[i + j * lda] * x[b * m + j];
    y[b * m + i] = sum;
}
