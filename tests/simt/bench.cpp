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

std::shared_ptr<const Program> compiled() {
    compile::CompileRequest request;
    request.file = "bench.cu";
    request.source = source;
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
void blur_colour(benchmark::State& state) {
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

BENCHMARK(blur)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(blur_colour)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(matmul)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(histogram)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(count_all)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace warpscope::simt

BENCHMARK_MAIN();
