// Sorts five numbers per thread in a private array.
__global__ void median5(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2 || i >= n - 2) return;
    // Faulty version: if (i >= n - 2) return;
    float w[5];
    for (int k = 0; k < 5; ++k) w[k] = x[i + k - 2];
    for (int a = 0; a < 3; ++a)
        for (int b = a + 1; b < 5; ++b)
            if (w[b] < w[a]) { float s = w[a]; w[a] = w[b]; w[b] = s; }
    y[i] = w[2];
}
