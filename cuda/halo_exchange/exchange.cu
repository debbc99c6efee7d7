// Cools one device's slab of a picture for one time step. The slab has `rows` own rows between two ghost rows, which
// are copies of the neighbors' rows. `before` and `after` point to the slab's first own row, which is row `first_row`
// of the picture. The picture's edge keeps its temperature.
__global__ void heat(float* after, const float* before, int width, int rows, int first_row, int height, float alpha) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && row < rows) {
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
}
