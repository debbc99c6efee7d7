// Weights of the cell and its neighbors: left, right, above, below, in front, behind.
__constant__ float weight[7];

// Each thread computes one cell inside the volume: seven products, six sums. Cells on the boundary stay unchanged.
__global__ void stencil(float* out, const float* in, int width, int height, int depth) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;

    if (x >= 1 && x < width - 1 && y >= 1 && y < height - 1 && z >= 1 && z < depth - 1) {
        int plane = width * height;
        int i = z * plane + y * width + x;
        out[i] = weight[0] * in[i]
               + weight[1] * in[i - 1] + weight[2] * in[i + 1]
               + weight[3] * in[i - width] + weight[4] * in[i + width]
               + weight[5] * in[i - plane] + weight[6] * in[i + plane];
    }
}
