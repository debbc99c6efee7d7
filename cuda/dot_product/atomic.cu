// Each thread multiplies one pair of elements and adds the product to the result.
__global__ void dot_product(float* result, const float* x, const float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(result, x[i] * y[i]);
}

// One thread does everything, in double precision.
__global__ void dot_product_in_double(double* result, const float* x, const float* y, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i)
        sum += (double)x[i] * y[i];
    *result = sum;
}
