// Compares compiled kernels with C++, at odd sizes.
#include "simt/compiled.hpp"

#include <cmath>
#include <numeric>

namespace warpscope::simt {
namespace {

struct Point {
    double x, y;
    int16_t tag;
};

class CompiledKernel : public testing::TestWithParam<CompilerConfig> {
protected:
    static std::shared_ptr<const Program> program() { return compiled_kernels("samples.cu", GetParam()); }
};

#define WARPSCOPE_COMPILED_MACHINE(machine)                                                                            \
    const auto compiled = program();                                                                                   \
    if (compiled == nullptr) GTEST_SKIP() << "this compiler is not installed";                                         \
    Machine machine(compiled);                                                                                         \
    machine.options.workers = 2

LaunchConfig launch_of(Dim3 grid, Dim3 block, uint32_t shared = 0) { return {grid, block, shared}; }

TEST_P(CompiledKernel, ConstantFilterConvolves) {
    WARPSCOPE_COMPILED_MACHINE(machine);
    const std::vector<float> filter{1, 2, 3, 4, 5, 6, 7, 8, 9};
    const auto symbol = machine.device().symbol("filter");
    ASSERT_TRUE(symbol.has_value());
    machine.device().memory().upload(*symbol, 0, std::as_bytes(std::span(filter)));
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 37}, {41, 1}, {101, 67}})
        for (const Dim3 block : {Dim3{7, 5, 1}, Dim3{33, 1, 1}, Dim3{1, 64, 1}, Dim3{16, 16, 1}}) {
            std::vector<float> in(static_cast<size_t>(width * height));
            for (size_t k = 0; k < in.size(); ++k) in[k] = static_cast<float>(k * 31 % 17);
            const uint32_t a = machine.buffer("in", in), b = machine.buffer("out", std::vector<float>(in.size(), -1));
            const Dim3 grid{(width + block.x - 1) / block.x, (height + block.y - 1) / block.y, 1};
            const auto outcome =
                machine.run("convolve", launch_of(grid, block), machine.address(a), machine.address(b), width, height);
            ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
            const auto got = machine.read<float>(b);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x) {
                    float sum = 0;
                    for (int dy = -1; dy <= 1; ++dy)
                        for (int dx = -1; dx <= 1; ++dx)
                            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                                sum += filter[(dy + 1) * 3 + dx + 1] * in[(y + dy) * width + x + dx];
                    ASSERT_EQ(got[y * width + x], sum) << x << "," << y;
                }
        }
}

TEST_P(CompiledKernel, TilesMultiplyMatrices) {
    WARPSCOPE_COMPILED_MACHINE(machine);
    for (const int n : {1, 7, 8, 29}) {
        std::vector<float> a(static_cast<size_t>(n * n)), b(a.size());
        for (size_t k = 0; k < a.size(); ++k) {
            a[k] = static_cast<float>(k % 7) - 3;
            b[k] = static_cast<float>(k * 5 % 11) - 5;
        }
        const uint32_t pa = machine.buffer("a", a), pb = machine.buffer("b", b),
                       pc = machine.buffer("c", std::vector<float>(a.size()));
        const uint32_t blocks = static_cast<uint32_t>(n + 7) / 8;
        const auto outcome = machine.run("tiled_matmul", launch_of({blocks, blocks, 1}, {8, 8, 1}), machine.address(pa),
                                         machine.address(pb), machine.address(pc), n);
        ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
        const auto got = machine.read<float>(pc);
        for (int row = 0; row < n; ++row)
            for (int col = 0; col < n; ++col) {
                float sum = 0;
                for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
                ASSERT_EQ(got[row * n + col], sum);
            }
    }
}

TEST_P(CompiledKernel, HistogramCountsBytes) {
    WARPSCOPE_COMPILED_MACHINE(machine);
    std::vector<uint8_t> data(10007);
    std::vector<uint32_t> expected(256);
    for (size_t k = 0; k < data.size(); ++k) expected[data[k] = static_cast<uint8_t>(k * k >> 3)] += 1;
    const uint32_t in = machine.buffer("data", data), bins = machine.buffer("bins", std::vector<uint32_t>(256));
    const auto outcome = machine.run("histogram", launch_of({13, 1, 1}, {97, 1, 1}), machine.address(in),
                                     machine.address(bins), static_cast<int>(data.size()));
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    EXPECT_EQ(machine.read<uint32_t>(bins), expected);
}

TEST_P(CompiledKernel, ShufflesSumBlocks) {
    WARPSCOPE_COMPILED_MACHINE(machine);
    std::vector<int32_t> in(1000);
    std::iota(in.begin(), in.end(), -300);
    const uint32_t a = machine.buffer("in", in), out = machine.buffer("out", std::vector<int32_t>(8));
    const auto outcome =
        machine.run("block_sums", launch_of({8, 1, 1}, {128, 1, 1}), machine.address(a), machine.address(out), 1000);
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    const auto got = machine.read<int32_t>(out);
    for (size_t block = 0; block < 8; ++block)
        EXPECT_EQ(got[block],
                  std::accumulate(in.begin() + block * 128, in.begin() + std::min<size_t>(block * 128 + 128, 1000), 0));
}

TEST_P(CompiledKernel, DynamicSharedMemoryScans) {
    WARPSCOPE_COMPILED_MACHINE(machine);
    std::vector<uint32_t> in(777);
    for (size_t k = 0; k < in.size(); ++k) in[k] = static_cast<uint32_t>(k * 2654435761u);
    const uint32_t a = machine.buffer("in", in), out = machine.buffer("out", std::vector<uint32_t>(777));
    const auto outcome = machine.run("inclusive_scan", launch_of({1, 1, 1}, {1024, 1, 1}, 4096), machine.address(a),
                                     machine.address(out), 777);
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    std::partial_sum(in.begin(), in.end(), in.begin());
    EXPECT_EQ(machine.read<uint32_t>(out), in);
}

TEST_P(CompiledKernel, RecursionDepthDiffersPerLane) {
    WARPSCOPE_COMPILED_MACHINE(machine);
    const uint32_t out = machine.buffer("out", std::vector<int32_t>(100));
    const auto outcome = machine.run("collatz_steps", launch_of({2, 1, 1}, {64, 1, 1}), machine.address(out), 100);
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    const auto got = machine.read<int32_t>(out);
    for (int i = 0; i < 100; ++i) {
        int steps = 0;
        for (int64_t n = i + 1; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) ++steps;
        ASSERT_EQ(got[i], steps) << i;
    }
}

TEST_P(CompiledKernel, StructuresAndLocalArraysWork) {
    WARPSCOPE_COMPILED_MACHINE(machine);
    std::vector<Point> in(53);
    for (size_t k = 0; k < in.size(); ++k)
        in[k] = {static_cast<double>(k) * 0.7 - 5, 3.25 * static_cast<double>(k), static_cast<int16_t>(k % 7)};
    const uint32_t a = machine.buffer("in", in), out = machine.buffer("out", std::vector<Point>(in.size()));
    const auto outcome = machine.run("structures", launch_of({2, 1, 1}, {33, 1, 1}), machine.address(a),
                                     machine.address(out), 1.0625, 53);
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    const auto got = machine.read<Point>(out);
    for (int i = 0; i < 53; ++i) {
        const Point p = in[static_cast<size_t>(52 - i)];
        const double local[4] = {p.x, p.y, 1.0625, std::sqrt(std::fma(p.x, p.x, p.y * p.y))};
        const double rounded_twice = std::sqrt(p.x * p.x + p.y * p.y),
                     other_order = std::sqrt(std::fma(p.y, p.y, p.x * p.x));
        // Compilers may fuse either square with the sum, or neither.
        const auto near = [&](double value, int which, auto&& function) {
            return value == function(local[which]) ||
                   (which == 3 && (value == function(rounded_twice) || value == function(other_order)));
        };
        EXPECT_TRUE(near(got[i].x, i % 4, [](double v) { return v * 1.0625; })) << i;
        EXPECT_TRUE(near(got[i].y, (i + 1) % 4, [](double v) { return std::fma(v, 1.0625, -1.0); })) << i;
        const int16_t tags[7] = {10, -3, 14, 48, -5, -5, -6};
        EXPECT_EQ(got[i].tag, tags[p.tag]) << i;
    }
}

TEST_P(CompiledKernel, VectorsAndLocalWordsMove) {
    WARPSCOPE_COMPILED_MACHINE(machine);
    constexpr uint32_t count = 177; // the last block ends within a warp
    for (const uint32_t step : {1u, 3u, 17u}) {
        const uint32_t out = machine.buffer("out", std::vector<uint32_t>(3 * 64));
        const auto outcome = machine.run("vectors", launch_of({3, 1, 1}, {64, 1, 1}), machine.address(out),
                                         static_cast<int>(step), static_cast<int>(count));
        ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
        const auto got = machine.read<uint32_t>(out);
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t t = i % 64, source = ((63 - t) * step + i / 64) % 64;
            uint32_t words[16];
            for (uint32_t k = 0; k < 16; ++k) words[k] = 3 * source + k * t;
            for (uint32_t k = 0; k < 16; ++k) words[(k + t) % 16] += words[(k + step) % 16];
            uint32_t sum = source + 5 * source * 7 * source + 11 * source + 26 * source + 17 * source + 38 * source;
            for (const uint32_t word : words) sum = sum * 31 + word;
            ASSERT_EQ(got[i], sum) << "thread " << i << ", step " << step;
        }
    }
}

WARPSCOPE_FOR_EVERY_COMPILER(CompiledKernel);

} // namespace
} // namespace warpscope::simt
