// Relaxes all paths through one vertex.
__global__ void floydStep(int* dist, int n, int k) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y;
    if (j >= n) return;
    // Faulty version: if (j > n + 1) return;
    int through = dist[i * n + k] + dist[k * n + j];
    if (i != k && j != k && through < dist[i * n + j]) dist[i * n + j] = through;
}
