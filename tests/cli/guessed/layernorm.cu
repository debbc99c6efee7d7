// Normalizes rows with a scale and a bias, one warp per row.
__global__ void layernorm(float* out, const float* inp, const float* weight, const float* bias, int N, int C) {
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= N) return;
    // Faulty version: if (row > N) return;
    const float* x = inp + row * C;
    float sum = 0, sq = 0;
    for (int i = lane; i < C; i += 32) { sum += x[i]; sq += x[i] * x[i]; }
    for (int d = 16; d > 0; d >>= 1) {
        sum += __shfl_xor_sync(0xffffffff, sum, d);
        sq += __shfl_xor_sync(0xffffffff, sq, d);
    }
    float mean = sum / C, rstd = rsqrtf(sq / C - mean * mean + 1e-5f);
    for (int i = lane; i < C; i += 32) out[row * C + i] = (x[i] - mean) * rstd * weight[i] + bias[i];
}
