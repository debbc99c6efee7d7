// Scales floats in pitched rows.
__global__ void gainKernel(float* devPtr, size_t pitch, int width, int height, float gain) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < height; r += blockDim.y * gridDim.y) {
        float* row = (float*)((char*)devPtr + r * pitch);
        if (c < width) row[c] *= gain;
        // Faulty version: row[c + 1] *= gain;
    }
}
