// Matrix products in C++: NVRTC with the toolkit's mma.h, clang with the prelude's.
#include "simt/compiled.hpp"

#include <cmath>

#include "simt/lanes/half.hpp"

namespace warpscope::simt::matrix_kernels_test {
namespace {

class MatrixKernels : public testing::TestWithParam<CompilerConfig> {
protected:
    static std::shared_ptr<const Program> program() {
        CompilerConfig config = GetParam();
        config.arch = "compute_80";
        return compiled_kernels("matrices.cu", config);
    }
};

uint16_t half_of(float value) { return bits_from_double<HalfFormat::ieee>(value); }
float value_of(uint16_t bits) { return float_from_bits<HalfFormat::ieee>(bits); }

/// Returns integers whose products and sums are exact in all formats.
std::vector<float> numbers(size_t count, int seed) {
    std::vector<float> values(count);
    for (size_t k = 0; k < count; ++k) values[k] = static_cast<float>(static_cast<int>(k * 5 + k / 16 + seed) % 7 - 3);
    return values;
}
std::vector<uint16_t> halves(const std::vector<float>& values) {
    std::vector<uint16_t> bits;
    for (const float value : values) bits.push_back(half_of(value));
    return bits;
}

TEST_P(MatrixKernels, TileProductScalesElements) {
    const auto compiled = program();
    if (compiled == nullptr) GTEST_SKIP() << "this compiler is not installed";
    Machine machine(compiled);
    const auto a = numbers(256, 0), b = numbers(256, 3), c = numbers(256, 5);
    const uint32_t as = machine.buffer("a", halves(a)), bs = machine.buffer("b", halves(b)),
                   cs = machine.buffer("c", c), ds = machine.buffer("d", std::vector<float>(256));
    const auto outcome = machine.run("tile", {{1, 1, 1}, {32, 1, 1}}, machine.address(ds), machine.address(as),
                                     machine.address(bs), machine.address(cs));
    ASSERT_EQ(texts_of(outcome), std::vector<std::string>{});
    const auto d = machine.read<float>(ds);
    for (size_t i = 0; i < 16; ++i)
        for (size_t j = 0; j < 16; ++j) {
            float sum = 0;
            for (size_t k = 0; k < 16; ++k) sum += a[i * 16 + k] * b[j * 16 + k];
            ASSERT_EQ(d[i * 16 + j], 2 * sum + c[i * 16 + j]) << i << ' ' << j;
        }
}

TEST_P(MatrixKernels, TilesUseSharedMemory) {
    const auto compiled = program();
    if (compiled == nullptr) GTEST_SKIP() << "this compiler is not installed";
    Machine machine(compiled);
    constexpr size_t n = 48;
    const auto a = numbers(n * n, 1), b = numbers(n * n, 2);
    const uint32_t as = machine.buffer("a", halves(a)), bs = machine.buffer("b", halves(b)),
                   cs = machine.buffer("c", std::vector<uint16_t>(n * n));
    const auto outcome = machine.run("tiled", {{3, 3, 1}, {32, 1, 1}}, machine.address(cs), machine.address(as),
                                     machine.address(bs), static_cast<int>(n));
    ASSERT_EQ(texts_of(outcome), std::vector<std::string>{});
    const auto c = machine.read<uint16_t>(cs);
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j) {
            float sum = 0;
            for (size_t k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
            ASSERT_EQ(value_of(c[i * n + j]), sum) << i << ' ' << j;
        }
}

TEST_P(MatrixKernels, FactorsRoundToTf32) {
    const auto compiled = program();
    if (compiled == nullptr) GTEST_SKIP() << "this compiler is not installed";
    Machine machine(compiled);
    auto a = numbers(128, 4);
    const auto b = numbers(128, 6), c = numbers(256, 2);
    for (float& value : a) value -= 0x1p-13f * value; // truncation would give the next lower number
    const uint32_t as = machine.buffer("a", a), bs = machine.buffer("b", b), cs = machine.buffer("c", c),
                   ds = machine.buffer("d", std::vector<float>(256));
    const auto outcome = machine.run("single", {{1, 1, 1}, {32, 1, 1}}, machine.address(ds), machine.address(as),
                                     machine.address(bs), machine.address(cs));
    ASSERT_EQ(texts_of(outcome), std::vector<std::string>{});
    const auto d = machine.read<float>(ds);
    for (size_t i = 0; i < 16; ++i)
        for (size_t j = 0; j < 16; ++j) {
            float sum = c[j * 16 + i];
            for (size_t k = 0; k < 8; ++k) sum += std::round(a[i * 8 + k]) * b[j * 8 + k];
            ASSERT_EQ(d[j * 16 + i], sum) << i << ' ' << j;
        }
}

WARPSCOPE_FOR_EVERY_COMPILER(MatrixKernels);

TEST(MatrixHeader, ClangNamesMissingTypes) {
    compile::CompileRequest request;
    request.file = "integers.cu";
    request.source =
        "#include <mma.h>\n__global__ void k(signed char* p) {\n    nvcuda::wmma::fragment<"
        "nvcuda::wmma::matrix_a, 16, 16, 16, signed char, nvcuda::wmma::row_major> a;\n    p[0] = a.x[0];\n}\n";
    request.compiler = compile::CompilerChoice::clang;
    const auto result = compile::compile(request);
    ASSERT_FALSE(result);
    if (result.error().kind == ErrorKind::environment) GTEST_SKIP() << "clang is not installed";
    EXPECT_NE(result.error().text().find("no others are emulated"), std::string::npos) << result.error().text();
}

} // namespace
} // namespace warpscope::simt::matrix_kernels_test
