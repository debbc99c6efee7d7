#define OUT_TILE_DIM (IN_TILE_DIM - 2)

// Weights of the cell and its neighbors: left, right, above, below, in front, behind.
__constant__ float weight[7];

// Each thread walks through COARSE_FACTOR planes. Only this thread needs its cells of the previous and the next plane,
// so it keeps them in registers. The current plane is in shared memory.
__global__ void stencil(float* out, const float* in, int width, int height, int depth) {
    __shared__ float plane[IN_TILE_DIM][IN_TILE_DIM];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * OUT_TILE_DIM + tx - 1;
    int y = blockIdx.y * OUT_TILE_DIM + ty - 1;
    int first_z = blockIdx.z * COARSE_FACTOR;
    bool in_plane = x >= 0 && x < width && y >= 0 && y < height;

    float previous = 0.0f, current = 0.0f, next = 0.0f;
    if (in_plane && first_z >= 1) {
        previous = in[((first_z - 1) * height + y) * width + x];
    }
    if (in_plane) {
        current = in[(first_z * height + y) * width + x];
    }

    for (int z = first_z; z < min(depth - 1, first_z + COARSE_FACTOR); ++z) {
        int i = (z * height + y) * width + x;
        if (in_plane) {
            next = in[i + width * height];
        }
        plane[ty][tx] = current;
        __syncthreads(); // the plane is complete

        if (x >= 1 && x < width - 1 && y >= 1 && y < height - 1 && z >= 1) {
            if (tx >= 1 && tx <= OUT_TILE_DIM && ty >= 1 && ty <= OUT_TILE_DIM) {
                out[i] = weight[0] * current
                       + weight[1] * plane[ty][tx - 1] + weight[2] * plane[ty][tx + 1]
                       + weight[3] * plane[ty - 1][tx] + weight[4] * plane[ty + 1][tx]
                       + weight[5] * previous + weight[6] * next;
            }
        }
        __syncthreads(); // all threads are done with the old plane

        previous = current;
        current = next;
    }
}
