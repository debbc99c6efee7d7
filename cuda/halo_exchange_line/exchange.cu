// A device's piece of a line that evens out: `cells` cells of its own, with one ghost cell on either side that holds a
// copy of the neighbor's. `before` and `after` point to the first cell of its own, which is the line's cell number
// `first`. The line's two ends keep their values.
__global__ void even_out(float* after, const float* before, int cells, int first, int length, float alpha) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < cells) {
        int x = first + i;
        float value = before[i];
        if (x >= 1 && x < length - 1) {
            float left = before[i - 1], right = before[i + 1]; // of a ghost cell, where the piece ends
            value = fmaf(alpha, left + right - 2.0f * value, value);
        }
        after[i] = value;
    }
}
