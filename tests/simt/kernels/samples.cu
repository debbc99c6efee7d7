// Ordinary kernels for compiled_test.cpp.

__constant__ float filter[9];

__global__ void convolve(const float* in, float* out, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= width || row >= height) return;
    float sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            int y = row + dy, x = col + dx;
            if (y >= 0 && y < height && x >= 0 && x < width) sum += filter[(dy + 1) * 3 + dx + 1] * in[y * width + x];
        }
    out[row * width + col] = sum;
}

__global__ void tiled_matmul(const float* a, const float* b, float* c, int n) {
    __shared__ float as[8][8];
    __shared__ float bs[8][8];
    int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 8 + threadIdx.x;
    float sum = 0;
    for (int phase = 0; phase < (n + 7) / 8; ++phase) {
        int x = phase * 8 + threadIdx.x, y = phase * 8 + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = row < n && x < n ? a[row * n + x] : 0.0f;
        bs[threadIdx.y][threadIdx.x] = y < n && col < n ? b[y * n + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 8; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && col < n) c[row * n + col] = sum;
}

__global__ void histogram(const unsigned char* data, unsigned int* bins, int count) {
    __shared__ unsigned int own[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) own[k] = 0;
    __syncthreads();
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < count; k += gridDim.x * blockDim.x) atomicAdd(&own[data[k]], 1u);
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        if (own[k] != 0) atomicAdd(&bins[k], own[k]);
}

__global__ void block_sums(const int* in, int* out, int count) {
    __shared__ int partial[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < count ? in[i] : 0;
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        int total = 0;
        for (int k = 0; k < blockDim.x / 32; ++k) total += partial[k];
        out[blockIdx.x] = total;
    }
}

__global__ void inclusive_scan(const unsigned int* in, unsigned int* out, int count) {
    extern __shared__ unsigned int values[];
    int t = threadIdx.x;
    values[t] = t < count ? in[t] : 0;
    for (int step = 1; step < blockDim.x; step *= 2) {
        __syncthreads();
        unsigned int add = t >= step ? values[t - step] : 0;
        __syncthreads();
        values[t] += add;
    }
    if (t < count) out[t] = values[t];
}

__device__ __noinline__ int collatz(long long n) {
    if (n == 1) return 0;
    return 1 + collatz(n % 2 == 0 ? n / 2 : 3 * n + 1);
}

__global__ void collatz_steps(int* out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = collatz(i + 1);
}

struct Point {
    double x, y;
    short tag;
};

__global__ void structures(const Point* in, Point* out, double scale, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Point p = in[count - 1 - i];
    double local[4] = {p.x, p.y, scale, sqrt(p.x * p.x + p.y * p.y)};
    int which = i % 4;
    p.x = local[which] * scale;
    p.y = fma(local[(which + 1) % 4], scale, -1.0);
    switch (p.tag) {
    case 0: p.tag = 10; break;
    case 1: p.tag = -3; break;
    case 2: p.tag *= 7; break;
    case 3: p.tag = p.tag << 4; break;
    case 4: p.tag = ~p.tag; break;
    default: p.tag = -p.tag; break;
    }
    out[i] = p;
}

// Sums vectors from shared memory and words of an array in local memory. A lane's vector depends on `step`.
__global__ void vectors(unsigned int* out, int step, int count) {
    __shared__ uint4 fours[64];
    __shared__ uint2 pairs[64];
    __shared__ double2 wide[64];
    unsigned int t = threadIdx.x, words[16];
    unsigned int from = (t * step + blockIdx.x) % 64;
    fours[from] = make_uint4(from, 3 * from, 5 * from, 7 * from);
    pairs[from] = make_uint2(11 * from, 13 * from);
    wide[from] = make_double2(17.0 * from, 19.0 * from);
    __syncthreads();
    unsigned int source = ((63 - t) * step + blockIdx.x) % 64;
    if (blockIdx.x * 64 + t >= count) return;
    uint4 four = fours[source];
    uint2 pair = pairs[source];
    double2 both = wide[source];
    for (int k = 0; k < 16; ++k) words[k] = four.y + k * t;
    for (int k = 0; k < 16; ++k) words[(k + t) % 16] += words[(k + step) % 16];
    unsigned int sum = four.x + four.z * four.w + pair.x + 2 * pair.y + (unsigned int)(both.x + 2 * both.y);
    for (int k = 0; k < 16; ++k) sum = sum * 31 + words[k];
    out[blockIdx.x * 64 + t] = sum;
}
