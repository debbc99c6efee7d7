// Evens out one device's piece of a line for one time step. The piece has `cells` own cells and a ghost cell at each
// end, a copy of the neighbor's cell. `before` and `after` point to the piece's first own cell, which is cell `first`
// of the line. The line's two ends keep their values.
__global__ void even_out(float* after, const float* before, int cells, int first, int length, float alpha) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < cells) {
        int x = first + i;
        float value = before[i];
        if (x >= 1 && x < length - 1) {
            float left = before[i - 1], right = before[i + 1]; // at the piece's end, one is a ghost cell
            value = fmaf(alpha, left + right - 2.0f * value, value);
        }
        after[i] = value;
    }
}
