// Advances one cell of a slab by one time step. `before` and `after` point to the slab's first own row, which is row
// `first_row` of the picture. The picture's edge keeps its temperature.
__device__ void heat(float* after, const float* before, int x, int row, int width, int first_row, int height,
                     float alpha) {
    int y = first_row + row;
    int i = row * width + x;
    float t = before[i];
    if (x >= 1 && x < width - 1 && y >= 1 && y < height - 1) {
        float above = before[i - width], below = before[i + width]; // at the slab's edge, one is in a ghost row
        float around = before[i - 1] + before[i + 1] + above + below;
        t = fmaf(alpha, around - 4.0f * t, t);
    }
    after[i] = t;
}

// Computes the rows that need no ghost row: all except the slab's first and last.
__global__ void heat_inner(float* after, const float* before, int width, int rows, int first_row, int height,
                           float alpha) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int row = 1 + blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && row < rows - 1) heat(after, before, x, row, width, first_row, height, alpha);
}

// Computes the slab's first and last rows after the ghost rows have arrived.
__global__ void heat_edges(float* after, const float* before, int width, int rows, int first_row, int height,
                           float alpha) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y == 0 ? 0 : rows - 1;

    if (x < width) heat(after, before, x, row, width, first_row, height, alpha);
}
