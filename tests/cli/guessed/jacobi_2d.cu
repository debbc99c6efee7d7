// Makes one Jacobi step inside the border.
__global__ void jacobi(const float* u, float* u_new, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) {
    // Faulty version: if (i < nx && j < ny) {
        int id = j * nx + i;
        u_new[id] = 0.25f * (u[id - 1] + u[id + 1] + u[id - nx] + u[id + nx]);
    }
}
