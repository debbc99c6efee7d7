// Walks through the planes of a volume in a loop.
__global__ void laplacian(float* lap, const float* f, int dimx, int dimy, int dimz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= dimx - 1 || y >= dimy - 1) return;
    int stride = dimx * dimy;
    int at = stride + y * dimx + x;
    for (int z = 1; z < dimz - 1; ++z, at += stride)
    // Faulty version: for (int z = 1; z < dimz; ++z, at += stride)
        lap[at] = f[at - 1] + f[at + 1] + f[at - dimx] + f[at + dimx] + f[at - stride] + f[at + stride] - 6 * f[at];
}
