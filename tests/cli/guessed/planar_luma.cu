// Computes luma from one buffer with three planes.
__global__ void luma_planar(const float* img, float* luma, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int pixels = width * height, at = y * width + x;
    luma[at] = 0.3f * img[at] + 0.6f * img[at + pixels] + 0.1f * img[at + 2 * pixels];
    // Faulty version: luma[at] = 0.3f * img[at] + 0.6f * img[at + pixels] + 0.1f * img[at + 2 * pixels + width];
}
