#define FILTER_DIM (2 * FILTER_RADIUS + 1)

__constant__ float filter[FILTER_DIM][FILTER_DIM];

// Each thread computes one output cell. All threads of a warp load the same weight at once: one broadcast.
__global__ void convolution(float* out, const float* in, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        float sum = 0.0f;
        for (int i = 0; i < FILTER_DIM; ++i) {
            for (int j = 0; j < FILTER_DIM; ++j) {
                int r = row - FILTER_RADIUS + i;
                int c = col - FILTER_RADIUS + j;
                if (r >= 0 && r < height && c >= 0 && c < width) {
                    sum += filter[i][j] * in[r * width + c];
                }
            }
        }
        out[row * width + col] = sum;
    }
}
