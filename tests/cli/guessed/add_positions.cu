__global__ void addPositions(float* out, const float* tokens, const float* positions, int B, int T, int C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= B * T * C) return;
    // Faulty version: if (i >= B * T * C + 1) return;
    int t = i / C % T, c = i % C;
    out[i] = tokens[i] + positions[t * C + c];
}
