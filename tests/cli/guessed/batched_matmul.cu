// Multiplies a batch of small square matrices.
__global__ void bmm(const float* A, const float* B, float* C, int batch, int n) {
    int b = blockIdx.z;
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n || b >= batch) return;
    // Faulty version: if (i > n || j >= n || b >= batch) return;
    const float *a = A + b * n * n, *bb = B + b * n * n;
    float s = 0;
    for (int k = 0; k < n; ++k) s += a[i * n + k] * bb[k * n + j];
    C[b * n * n + i * n + j] = s;
}
