// Advances the heat equation in three dimensions.
__global__ void heat3d(const float* in, float* out, int nx, int ny, int nz, float c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    if (i < 1 || j < 1 || k < 1 || i >= nx - 1 || j >= ny - 1 || k >= nz - 1) return;
    // Faulty version: if (i >= nx || j >= ny || k >= nz) return;
    int at = (k * ny + j) * nx + i, plane = nx * ny;
    out[at] = in[at] + c * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - plane] + in[at + plane] -
                            6 * in[at]);
}
