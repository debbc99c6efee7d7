// Speed of the emulator without observers, in thread instructions per second. Argument of each benchmark: host threads.
#include <benchmark/benchmark.h>

#include "compile/compiler.hpp"
#include "simt/harness.hpp"

namespace warpscope::simt {
namespace {

const std::string source = R"(
__global__ void blur(const float* in, float* out, int w, int h, int radius) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= w || row >= h) return;
    float sum = 0;
    int count = 0;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) {
            int y = row + dy, x = col + dx;
            if (y >= 0 && y < h && x >= 0 && x < w) {
                sum += in[y * w + x];
                ++count;
            }
        }
    out[row * w + col] = sum / count;
}
__global__ void blur_colour(const unsigned char* in, unsigned char* out, int w, int h, int radius) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= w || row >= h) return;
    int red = 0, green = 0, blue = 0, count = 0;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) {
            int y = row + dy, x = col + dx;
            if (y >= 0 && y < h && x >= 0 && x < w) {
                int p = 3 * (y * w + x);
                red += in[p];
                green += in[p + 1];
                blue += in[p + 2];
                ++count;
            }
        }
    int p = 3 * (row * w + col);
    out[p] = red / count;
    out[p + 1] = green / count;
    out[p + 2] = blue / count;
}
__global__ void matmul(const float* a, const float* b, float* c, int n, int) {
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
__global__ void histogram(const unsigned char* data, unsigned int* bins, int count, int, int) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&bins[data[i]], 1u);
}
__global__ void count_all(unsigned int* total, int count, int, int, int) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(total, 1u);
}
)";

/// Kernels NAME(out, n, image) for blocks of 128 threads. NAME is the kind of instruction in the kernel's loop.
const std::string loops = R"(
template<class T> __device__ int whole(T x) { return (int)x; }
__device__ int whole(int4 x) { return x.x + x.y + x.z + x.w; }
__device__ int whole(float2 x) { return (int)(x.x + x.y); }
__device__ int4& operator+=(int4& a, int k) { a.x += k; a.y += k; a.z += k; a.w += k; return a; }
__device__ float2& operator+=(float2& a, int k) { a.x += k; a.y += k; return a; }
template<class T> __device__ void in_local(int* out, int n, int shift) {
    T a[16] = {};
    for (int k = 0; k < n; ++k) a[(k + shift) & 15] += k;
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += whole(a[k]);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template<class T> __device__ void in_shared(int* out, int n) {
    __shared__ T a[16][128];
    for (int k = 0; k < 16; ++k) a[k][threadIdx.x] = T{};
    for (int k = 0; k < n; ++k) a[k & 15][threadIdx.x] += k;
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += whole(a[k][threadIdx.x]);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void shared_int(int* out, int n, cudaTextureObject_t) { in_shared<int>(out, n); }
__global__ void shared_float2(int* out, int n, cudaTextureObject_t) { in_shared<float2>(out, n); }
__global__ void shared_int4(int* out, int n, cudaTextureObject_t) { in_shared<int4>(out, n); }
__global__ void local_int(int* out, int n, cudaTextureObject_t) { in_local<int>(out, n, 0); }
__global__ void local_char(int* out, int n, cudaTextureObject_t) { in_local<signed char>(out, n, 0); }
__global__ void local_double(int* out, int n, cudaTextureObject_t) { in_local<double>(out, n, 0); }
__global__ void local_int4(int* out, int n, cudaTextureObject_t) { in_local<int4>(out, n, 0); }
__global__ void local_by_lane(int* out, int n, cudaTextureObject_t) { in_local<int>(out, n, threadIdx.x * 3); }
__global__ void local_half_warp(int* out, int n, cudaTextureObject_t) {
    if ((threadIdx.x & 1) == 0) in_local<int>(out, n, 0);
}
__global__ void shared_atomic(int* out, int n, cudaTextureObject_t) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    for (int k = 0; k < n; ++k) atomicAdd(&sum, k);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void global_atomic(int* out, int n, cudaTextureObject_t) {
    for (int k = 0; k < n; ++k) atomicMax(out, k);
}
__global__ void atomic_result(int* out, int n, cudaTextureObject_t) {
    int sum = 0;
    for (int k = 0; k < n; ++k) sum += atomicAdd(out, 1);
    out[threadIdx.x] = sum;
}
__global__ void atomic_of_four(int* out, int n, cudaTextureObject_t) {
    for (int k = 0; k < n; ++k) atomicAdd(out + (k + threadIdx.x & 3), k);
}
template<class F> __device__ void with_floats(int* out, int n, F f) {
    float x = threadIdx.x * 0.01f;
    for (int k = 0; k < n; ++k) x = f(x) + k;
    out[blockIdx.x * blockDim.x + threadIdx.x] = (int)x;
}
__global__ void sum(int* out, int n, cudaTextureObject_t) {
    with_floats(out, n, [](float x) { return x * 0.5f; });
}
__global__ void division(int* out, int n, cudaTextureObject_t) {
    with_floats(out, n, [](float x) { return 3.0f / x; });
}
__global__ void fast_division(int* out, int n, cudaTextureObject_t) {
    with_floats(out, n, [](float x) { return __fdividef(3.0f, x); });
}
__global__ void exp2_fast(int* out, int n, cudaTextureObject_t) {
    with_floats(out, n, [](float x) { return exp2f(x * 0.01f); });
}
__global__ void pow_fast(int* out, int n, cudaTextureObject_t) {
    with_floats(out, n, [](float x) { return __powf(x, 0.3f); });
}
__global__ void texture_point(int* out, int n, cudaTextureObject_t image) {
    with_floats(out, n, [=](float x) { return tex2D<float>(image, threadIdx.x + 0.5f, 1.5f) + x * 0.01f; });
}
)";

std::shared_ptr<const Program> compiled(const std::string& text = source) {
    compile::CompileRequest request;
    request.file = "bench.cu";
    request.source = text;
    const auto result = compile::compile(request);
    if (!result) throw std::runtime_error(result.error().text());
    return program_of(result->ptx);
}

template<class Launch>
void measure(benchmark::State& state, Machine& machine, Launch&& launch) {
    machine.options.workers = static_cast<uint32_t>(state.range(0));
    uint64_t instructions = 0;
    for (auto _ : state) instructions += launch().thread_instructions;
    state.counters["thread instructions"] =
        benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

void blur(benchmark::State& state) {
    Machine machine(compiled());
    const uint32_t in = machine.buffer("in", std::vector<float>(1024 * 1024, 1.5f)),
                   out = machine.allocate("out", 4 << 20);
    measure(state, machine, [&] {
        return machine.run("blur", {{64, 64, 1}, {16, 16, 1}, 0}, machine.address(in), machine.address(out), 1024, 1024,
                           3);
    });
}
void blur_color(benchmark::State& state) {
    Machine machine(compiled());
    const uint32_t in = machine.allocate("in", 3 << 20), out = machine.allocate("out", 3 << 20);
    measure(state, machine, [&] {
        return machine.run("blur_colour", {{64, 64, 1}, {16, 16, 1}, 0}, machine.address(in), machine.address(out),
                           1024, 1024, 3);
    });
}
void matmul(benchmark::State& state) {
    Machine machine(compiled());
    const uint32_t a = machine.allocate("a", 256 * 256 * 4), b = machine.allocate("b", 256 * 256 * 4),
                   c = machine.allocate("c", 256 * 256 * 4);
    measure(state, machine, [&] {
        return machine.run("matmul", {{16, 16, 1}, {16, 16, 1}, 0}, machine.address(a), machine.address(b),
                           machine.address(c), 256, 0);
    });
}
void histogram(benchmark::State& state) {
    Machine machine(compiled());
    std::vector<uint8_t> bytes(1 << 20);
    for (size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<uint8_t>(k * 2654435761u >> 13);
    const uint32_t in = machine.buffer("data", bytes), out = machine.allocate("bins", 1024);
    measure(state, machine, [&] {
        return machine.run("histogram", {{4096, 1, 1}, {256, 1, 1}, 0}, machine.address(in), machine.address(out),
                           1 << 20, 0, 0);
    });
}

void count_all(benchmark::State& state) {
    Machine machine(compiled());
    const uint32_t total = machine.allocate("total", 4);
    measure(state, machine, [&] {
        return machine.run("count_all", {{4096, 1, 1}, {256, 1, 1}, 0}, machine.address(total), 1 << 20, 0, 0, 0);
    });
}

void loop(benchmark::State& state, const char* kernel) {
    static const auto program = compiled(loops);
    Machine machine(program);
    const uint32_t out = machine.allocate("out", 64 * 128 * 4), image = machine.allocate("image", 256 * 256 * 4);
    Texture texture;
    texture.address = machine.address(image);
    texture.width = texture.height = 256;
    texture.row_bytes = 256 * 4;
    texture.layer_bytes = 256 * 256 * 4;
    const uint64_t handle = machine.device().memory().textures().add(texture);
    measure(state, machine, [&] {
        return machine.run(kernel, {{64, 1, 1}, {128, 1, 1}, 0}, machine.address(out), 256, handle);
    });
}

#define LOOP(kernel)                                                                                                   \
    BENCHMARK_CAPTURE(loop, kernel, #kernel)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()
LOOP(shared_int);
LOOP(shared_float2);
LOOP(shared_int4);
LOOP(local_int);
LOOP(local_char);
LOOP(local_double);
LOOP(local_int4);
LOOP(local_by_lane);
LOOP(local_half_warp);
LOOP(shared_atomic);
LOOP(global_atomic);
LOOP(atomic_result);
LOOP(atomic_of_four);
LOOP(sum);
LOOP(division);
LOOP(fast_division);
LOOP(exp2_fast);
LOOP(pow_fast);
LOOP(texture_point);

BENCHMARK(blur)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(blur_color)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(matmul)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(histogram)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(count_all)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace warpscope::simt

BENCHMARK_MAIN();
