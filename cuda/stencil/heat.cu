// Each thread advances one cell by one time step: the cell's temperature moves toward the mean of its six neighbors.
// Cells on the boundary keep their temperature.
__global__ void heat(float* after, const float* before, int width, int height, int depth, float alpha) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;

    if (x < width && y < height && z < depth) {
        int plane = width * height;
        int i = z * plane + y * width + x;
        float t = before[i];
        if (x >= 1 && x < width - 1 && y >= 1 && y < height - 1 && z >= 1 && z < depth - 1) {
            float around = before[i - 1] + before[i + 1]
                         + before[i - width] + before[i + width]
                         + before[i - plane] + before[i + plane];
            t = t + alpha * (around - 6.0f * t);
        }
        after[i] = t;
    }
}
