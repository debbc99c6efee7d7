// Adds a bias per channel to a batch of planes.
__global__ void addBias(float* x, const float* bias, int batch, int channels, int spatial) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < batch * channels * spatial) x[i] += bias[(i / spatial) % channels];
    // Faulty version: if (i <= batch * channels * spatial) x[i] += bias[(i / spatial) % channels];
}
