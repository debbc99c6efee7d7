// Scales vectors of a batch, one row of blocks per vector.
__global__ void batchedScale(float* data, const float* factors, int length, int batch) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int b = blockIdx.y;
    if (i < length && b < batch) data[b * length + i] *= factors[b];
    // Faulty version: if (i < length && b < batch) data[b * length + i + length] *= factors[b];
}
