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

__global__ void blur_grey(const unsigned char* in, unsigned char* out, int width, int height, int radius) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= width || row >= height) return;
    int sum = 0, cells = 0;
    for (int y = row - radius; y <= row + radius; ++y)
        for (int x = col - radius; x <= col + radius; ++x)
            if (y >= 0 && y < height && x >= 0 && x < width) {
                sum += in[y * width + x];
                ++cells;
            }
    out[row * width + col] = static_cast<unsigned char>(sum / cells);
}

__global__ void scatter(const unsigned int* in, unsigned int* out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[(i * 40503u) % count] = in[(i * 30011u) % count];
}

// Permutes the indices up to `mask` irregularly.
__device__ unsigned int mixed(unsigned int i, unsigned int mask) {
    i = (i ^ i >> 7) * 2654435761u & mask;
    i = (i ^ i >> 11) * 2246822519u & mask;
    return i ^ i >> 9;
}

__global__ void permute(const unsigned int* in, unsigned int* out, int count) {
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (unsigned int)count) out[mixed(i + 77, count - 1)] = in[mixed(i, count - 1)];
}

__global__ void transpose(const float* in, float* out, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < width && row < height) out[col * height + row] = in[row * width + col];
}
