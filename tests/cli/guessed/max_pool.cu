// Takes the maximum of each square of 2 x 2 pixels.
__global__ void maxPool2x2(const float* in, float* out, int H, int W) {
    int ow = blockIdx.x * blockDim.x + threadIdx.x, oh = blockIdx.y * blockDim.y + threadIdx.y;
    if (oh >= H / 2 || ow >= W / 2) return;
    // Faulty version: if (oh >= H || ow >= W / 2) return;
    float a = in[(2 * oh) * W + 2 * ow], b = in[(2 * oh) * W + 2 * ow + 1];
    float c = in[(2 * oh + 1) * W + 2 * ow], d = in[(2 * oh + 1) * W + 2 * ow + 1];
    out[oh * (W / 2) + ow] = fmaxf(fmaxf(a, b), fmaxf(c, d));
}
