__global__ void matmul(const float* a, const float* b, float* c, int n) {
    __shared__ float as[16][16], bs[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int phase = 0; phase < n / 16; ++phase) {
        as[threadIdx.y][threadIdx.x] = a[row * n + phase * 16 + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(phase * 16 + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void histogram(const unsigned char* data, unsigned int* bins, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&bins[data[i]], 1u);
}
