// Computes y = a * x + y with a grid-stride loop.
__global__ void axpy(float alpha, const float* __restrict__ x, float* __restrict__ y, size_t count) {
    size_t stride = size_t(gridDim.x) * blockDim.x;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
    // Faulty version: for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i <= count; i += stride)
        y[i] = fmaf(alpha, x[i], y[i]);
}
