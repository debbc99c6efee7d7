// Each thread with row >= column adds 1 to the count.
__global__ void count_condition(unsigned* count, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height && row >= col)
        atomicAdd(count, 1u);
}
