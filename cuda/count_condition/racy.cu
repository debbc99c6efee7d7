// Each thread whose row is not less than its column adds 1 to the count, and this goes wrong.
__global__ void count_condition(unsigned* count, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height && row >= col)
        *count = *count + 1; // other threads read the same count before the new one is written
}
