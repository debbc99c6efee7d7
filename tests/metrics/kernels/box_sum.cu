__global__ void box_sum(float* out, const float* in, int width, int height, int radius) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= width || row >= height) return;
    float sum = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
            if (row + dy >= 0 && row + dy < height && col + dx >= 0 && col + dx < width)
                sum += in[(row + dy) * width + col + dx];
    out[row * width + col] = sum;
}
