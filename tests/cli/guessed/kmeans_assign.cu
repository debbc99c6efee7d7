// Assigns points to the nearest centroid.
__global__ void assignClusters(const float* px, const float* py, const float* cx, const float* cy, int* cluster,
                               int numPoints, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= numPoints) return;
    // Faulty version: if (i > numPoints) return;
    float best = 1e30f;
    int which = 0;
    for (int c = 0; c < k; ++c) {
        float dx = px[i] - cx[c], dy = py[i] - cy[c], d = dx * dx + dy * dy;
        if (d < best) { best = d; which = c; }
    }
    cluster[i] = which;
}
