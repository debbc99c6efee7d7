#define FILTER_DIM (2 * FILTER_RADIUS + 1)

// Each thread computes one output cell: the weighted sum of the cells around it. Cells outside the input count as 0.
__global__ void convolution(float* out, const float* in, const float* filter, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        float sum = 0.0f;
        for (int i = 0; i < FILTER_DIM; ++i) {
            for (int j = 0; j < FILTER_DIM; ++j) {
                int r = row - FILTER_RADIUS + i;
                int c = col - FILTER_RADIUS + j;
                if (r >= 0 && r < height && c >= 0 && c < width) {
                    sum += filter[i * FILTER_DIM + j] * in[r * width + c];
                }
            }
        }
        out[row * width + col] = sum;
    }
}
