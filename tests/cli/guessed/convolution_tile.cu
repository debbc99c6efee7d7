// Convolves with a tile and a halo in shared memory.
#define O_TILE 12
#define FILTER_RADIUS 2
__constant__ float F[2 * FILTER_RADIUS + 1][2 * FILTER_RADIUS + 1];

__global__ void conv_tiled(const float* in, float* out, int width, int height) {
    __shared__ float in_s[16][16];
    int col = blockIdx.x * O_TILE + threadIdx.x - FILTER_RADIUS;
    int row = blockIdx.y * O_TILE + threadIdx.y - FILTER_RADIUS;
    bool inside = row >= 0 && row < height && col >= 0 && col < width;
    in_s[threadIdx.y][threadIdx.x] = inside ? in[row * width + col] : 0.0f;
    __syncthreads();
    // Faulty version: // no barrier
    int tx = threadIdx.x - FILTER_RADIUS, ty = threadIdx.y - FILTER_RADIUS;
    if (inside && tx >= 0 && tx < O_TILE && ty >= 0 && ty < O_TILE) {
        float sum = 0;
        for (int r = 0; r < 2 * FILTER_RADIUS + 1; r++)
            for (int c = 0; c < 2 * FILTER_RADIUS + 1; c++) sum += F[r][c] * in_s[ty + r][tx + c];
        out[row * width + col] = sum;
    }
}
