// Computes softmax, one thread per row.
__global__ void softmax_kernel(float* out, const float* inp, int N, int C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    // Faulty version: if (i > N) return;
    const float* inp_row = inp + i * C;
    float* out_row = out + i * C;
    float maxval = -INFINITY, sum = 0.0f;
    for (int j = 0; j < C; j++) maxval = fmaxf(maxval, inp_row[j]);
    for (int j = 0; j < C; j++) {
        out_row[j] = expf(inp_row[j] - maxval);
        sum += out_row[j];
    }
    for (int j = 0; j < C; j++) out_row[j] /= sum;
}
