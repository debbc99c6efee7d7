// Rotates an image about its center with bilinear sampling.
__global__ void rotate(const float* src, float* dst, int w, int h, float angle) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = sinf(angle), c = cosf(angle), dx = x - 0.5f * w, dy = y - 0.5f * h;
    float u = c * dx - s * dy + 0.5f * w, v = s * dx + c * dy + 0.5f * h;
    int x0 = floorf(u), y0 = floorf(v);
    float result = 0;
    if (x0 >= 0 && y0 >= 0 && x0 < w - 1 && y0 < h - 1) {
    // Faulty version: if (x0 < w && y0 < h) {
        float fx = u - x0, fy = v - y0;
        const float* p = src + y0 * w + x0;
        result = (1 - fy) * ((1 - fx) * p[0] + fx * p[1]) + fy * ((1 - fx) * p[w] + fx * p[w + 1]);
    }
    dst[y * w + x] = result;
}
