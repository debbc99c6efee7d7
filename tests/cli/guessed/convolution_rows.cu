// Convolves rows of an image with a filter of the given radius.
__global__ void convolutionRows(float *dst, const float *src, const float *filter, int imageW, int imageH,
                                int filterR) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= imageW || y >= imageH) return;
    float sum = 0;
    for (int k = -filterR; k <= filterR; k++) {
        int d = x + k;
        if (d >= 0 && d < imageW) sum += src[y * imageW + d] * filter[filterR - k];
        // Faulty version: sum += src[y * imageW + d] * filter[filterR - k];
    }
    dst[y * imageW + x] = sum;
}
