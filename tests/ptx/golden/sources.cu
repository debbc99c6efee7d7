// Sources of the compiled inputs in this folder. README.md lists compilers and options.

__constant__ float weights[5] = {0.25f, 0.5f, 1.0f, 0.5f, 0.25f};
__device__ int counter = 5;
__device__ int* counter_pointer = &counter;

#if defined(GRAY)
__global__ void color_to_gray(const unsigned char* in, unsigned char* out, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < width && row < height) {
        int i = row * width + col;
        out[i] = static_cast<unsigned char>(0.21f * in[3 * i] + 0.71f * in[3 * i + 1] + 0.07f * in[3 * i + 2]);
    }
}
#endif

#if defined(BLUR)
__global__ void blur(const unsigned char* in, unsigned char* out, int width, int height, int radius) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= width || row >= height) return;
    int sum = 0, count = 0;
    for (int y = row - radius; y <= row + radius; ++y)
        for (int x = col - radius; x <= col + radius; ++x)
            if (y >= 0 && y < height && x >= 0 && x < width) {
                sum += in[y * width + x];
                ++count;
            }
    out[row * width + col] = static_cast<unsigned char>(sum / count);
}
#endif

#if defined(TILE)
__device__ inline float weighted(const float* row, int lane) {
    float sum = 0;
    for (int i = 0; i < 5; ++i) sum += weights[i] * row[lane + i];
    return sum;
}
__global__ void __launch_bounds__(128) tile(const float* in, float* out, int n) {
    __shared__ float row[132];
    int i = blockIdx.x * 128 + threadIdx.x;
    row[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    if (i + 5 < n) out[i] = weighted(row, threadIdx.x);
}
#endif

#if defined(CALLS)
struct Pair {
    int a;
    double b;
};
__device__ __attribute__((noinline)) int triple(int x) { return x * 3; }
__device__ __attribute__((noinline)) int square(int x) { return x * x; }
__device__ int (*table[2])(int) = {triple, square};
__device__ __attribute__((noinline)) int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ __attribute__((noinline)) Pair swap(Pair p, int k) { return {static_cast<int>(p.b) + k, p.a * 0.5}; }
__global__ void calls(int* out, Pair p) {
    int t = threadIdx.x;
    Pair q = swap(p, t);
    out[t] = table[t & 1](t) + fibonacci(t) + q.a + static_cast<int>(q.b) + *counter_pointer;
}
#endif

#if defined(ASSEMBLY)
__global__ void assembly(unsigned* out, unsigned x) {
    unsigned r;
    asm volatile("{\n\t.reg .pred p;\n\t.reg .b32 t;\n\tsetp.gt.u32 p, %1, 3;\n\t@p bra SKIP;\n\tmov.u32 t, %%laneid;\n"
                 "\tadd.u32 t, t, WARP_SZ - 1;\nSKIP:\n\tmov.u32 %0, t;\n}"
                 : "=r"(r)
                 : "r"(x));
    asm volatile(
        "{\n\t.reg .pred p;\n\t.reg .b32 t;\n\tsetp.lt.u32 p, %1, 0x10U;\n\t@!p bra SKIP;\n\tmov.u32 t, %%smid;\n"
        "SKIP:\n\tadd.u32 %0, t, %0;\n}"
        : "+r"(r)
        : "r"(x));
    out[threadIdx.x] = r;
}
#endif
