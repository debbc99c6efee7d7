// Transposes a matrix of any size with a tile in shared memory.
#define TILE 16

__global__ void transpose(const int* in, int* out, int nx, int ny) {
    __shared__ int tile[TILE][TILE + 1];
    int ix = blockIdx.x * TILE + threadIdx.x, iy = blockIdx.y * TILE + threadIdx.y;
    if (ix < nx && iy < ny) tile[threadIdx.y][threadIdx.x] = in[iy * nx + ix];
    __syncthreads();
    int ox = blockIdx.y * TILE + threadIdx.x, oy = blockIdx.x * TILE + threadIdx.y;
    if (ox < ny && oy < nx) out[oy * ny + ox] = tile[threadIdx.x][threadIdx.y];
    // Faulty version: if (ox < nx && oy < ny) out[oy * ny + ox] = tile[threadIdx.x][threadIdx.y];
}
