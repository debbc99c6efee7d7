// Computes pairwise distances of points.
__global__ void pairwise(const float2* points, float* dist, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
    // Faulty version: if (i <= n && j < n) {
        float dx = points[i].x - points[j].x, dy = points[i].y - points[j].y;
        dist[i * n + j] = sqrtf(dx * dx + dy * dy);
    }
}
