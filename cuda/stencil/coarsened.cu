#define OUT_TILE_DIM (IN_TILE_DIM - 2)

// Weights of the cell and its neighbors: left, right, above, below, in front, behind.
__constant__ float weight[7];

// Each thread walks through COARSE_FACTOR planes. The block keeps three of them in shared memory.
__global__ void stencil(float* out, const float* in, int width, int height, int depth) {
    __shared__ float previous[IN_TILE_DIM][IN_TILE_DIM];
    __shared__ float current[IN_TILE_DIM][IN_TILE_DIM];
    __shared__ float next[IN_TILE_DIM][IN_TILE_DIM];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * OUT_TILE_DIM + tx - 1;
    int y = blockIdx.y * OUT_TILE_DIM + ty - 1;
    int first_z = blockIdx.z * COARSE_FACTOR;
    bool in_plane = x >= 0 && x < width && y >= 0 && y < height;

    if (in_plane && first_z >= 1) {
        previous[ty][tx] = in[((first_z - 1) * height + y) * width + x];
    }
    if (in_plane) {
        current[ty][tx] = in[(first_z * height + y) * width + x];
    }

    for (int z = first_z; z < min(depth - 1, first_z + COARSE_FACTOR); ++z) {
        int i = (z * height + y) * width + x;
        if (in_plane) {
            next[ty][tx] = in[i + width * height];
        }
        __syncthreads(); // the planes are complete

        if (x >= 1 && x < width - 1 && y >= 1 && y < height - 1 && z >= 1) {
            if (tx >= 1 && tx <= OUT_TILE_DIM && ty >= 1 && ty <= OUT_TILE_DIM) {
                out[i] = weight[0] * current[ty][tx]
                       + weight[1] * current[ty][tx - 1] + weight[2] * current[ty][tx + 1]
                       + weight[3] * current[ty - 1][tx] + weight[4] * current[ty + 1][tx]
                       + weight[5] * previous[ty][tx] + weight[6] * next[ty][tx];
            }
        }
        __syncthreads(); // all threads are done with the old planes

        if (in_plane) {
            previous[ty][tx] = current[ty][tx];
            current[ty][tx] = next[ty][tx];
        }
    }
}
