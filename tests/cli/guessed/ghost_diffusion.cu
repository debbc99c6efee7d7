__global__ void diffuse(const float* u, float* next, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int row = n + 2, at = y * row + x;
    if (x > n || y > n) return;
    // Faulty version: if (x > n || y > n + 1) return;
    next[at] = 0.25f * (u[at - 1] + u[at + 1] + u[at - row] + u[at + row]);
}
