// Loads a tile and a halo of one cell, then applies a stencil.
#define BX 16
#define BY 16

__global__ void heatTile(const float* in, float* out, int nx, int ny) {
    __shared__ float t[BY + 2][BX + 2];
    int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    int cx = min(x, nx - 1), cy = min(y, ny - 1);
    t[ly][lx] = in[cy * nx + cx];
    if (threadIdx.x == 0) t[ly][0] = in[cy * nx + max(x - 1, 0)];
    if (threadIdx.x == BX - 1) t[ly][BX + 1] = in[cy * nx + min(x + 1, nx - 1)];
    if (threadIdx.y == 0) t[0][lx] = in[max(y - 1, 0) * nx + cx];
    if (threadIdx.y == BY - 1) t[BY + 1][lx] = in[min(y + 1, ny - 1) * nx + cx];
    // Faulty version: // no lower halo row
    __syncthreads();
    if (x < nx && y < ny) out[y * nx + x] = 0.25f * (t[ly][lx - 1] + t[ly][lx + 1] + t[ly - 1][lx] + t[ly + 1][lx]);
}
