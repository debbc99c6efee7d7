// Random numbers of <curand_kernel.h> in the toolkit and in ours: words and uniform numbers are equal, normal numbers
// up to the accuracy of logarithm, sine and cosine.
#include "compile/emulated.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <numbers>

#include "compile/tools.hpp"

namespace warpscope::compile {
namespace {

constexpr uint32_t threads = 64;

class Random : public testing::TestWithParam<CompilerChoice> {
protected:
    std::shared_ptr<const simt::Program> compiled(const std::string& name) const {
        return emulated(name, GetParam(), "compute_75");
    }
};

TEST_P(Random, UniformNumbersMatchToolkit) {
    const auto program = compiled("random.cu");
    if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    compare_with_recorded(program, GetParam(), "random", [](const std::string&) { return threads; });
}

std::vector<double> numbers_of(const std::shared_ptr<const simt::Program>& program, const char* kernel, size_t each) {
    simt::Machine machine(program);
    const uint32_t out = machine.buffer("out", std::vector<double>(threads * each));
    const auto outcome = machine.run(kernel, {{1, 1, 1}, {threads, 1, 1}, 0}, machine.address(out));
    EXPECT_TRUE(outcome.findings.empty()) << simt::texts_of(outcome)[0];
    return machine.read<double>(out);
}

/// Box-Muller transform of two numbers in (0, 1).
std::pair<double, double> normal(double u, double v) {
    const double length = std::sqrt(-2 * std::log(u)), angle = 2 * std::numbers::pi * v;
    return {length * std::sin(angle), length * std::cos(angle)};
}
double uniform(double word) { return (word + 0.5) * 0x1p-32; }
double uniform(double low, double high) {
    const uint64_t bits = static_cast<uint64_t>(low) ^ static_cast<uint64_t>(high) << 21;
    return (static_cast<double>(bits) + 0.5) * 0x1p-53;
}

TEST_P(Random, NormalNumbersUseBoxMuller) {
    const auto program = compiled("normals.cu");
    if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    for (const char* kernel : {"xorwow", "philox"}) {
        const auto out = numbers_of(program, kernel, 16);
        for (uint32_t t = 0; t < threads; ++t) {
            const double *const words = out.data() + 16 * t, *const got = words + 8;
            const auto [a, b] = normal(uniform(words[0]), uniform(words[1]));
            const auto [c, d] = normal(uniform(words[2]), uniform(words[3]));
            const auto [e, f] = normal(uniform(words[4], words[5]), uniform(words[6], words[7]));
            const auto [g, h] = normal(uniform(words[0], words[1]), uniform(words[2], words[3]));
            EXPECT_NEAR(got[0], a, 4e-6) << kernel << " " << t;
            EXPECT_NEAR(got[1], b, 4e-6) << kernel << " " << t;
            EXPECT_NEAR(got[2], c, 4e-6) << kernel << " " << t;
            EXPECT_NEAR(got[3], d, 4e-6) << kernel << " " << t;
            EXPECT_NEAR(got[4], e, 1e-14) << kernel << " " << t;
            EXPECT_NEAR(got[5], f, 1e-14) << kernel << " " << t;
            EXPECT_NEAR(got[6], std::exp(1 + a / 2), 4e-6 * got[6]) << kernel << " " << t;
            EXPECT_NEAR(got[7], std::exp(1 + g / 2), 1e-14 * got[7]) << kernel << " " << t;
            EXPECT_TRUE(std::isfinite(h));
        }
    }
    for (const double difference : numbers_of(program, "fours", 4)) EXPECT_EQ(difference, 0);
}

/// Expected output of the kernels mixed_*. The second number of a pair is kept for the next call of the same kind.
class Mixed {
public:
    explicit Mixed(const double* words)
        : words_(words) {}

    double next(int kind, double mean) {
        const auto log_normal = [&](std::pair<double, double> v) {
            return std::pair(std::exp(mean + v.first / 2), std::exp(mean + v.second / 2));
        };
        switch (kind) {
        case 0: return one(float_, 0, [&] { return two(); });
        case 1: return one(float_, 1, [&] { return log_normal(two()); });
        case 2: return one(double_, 0, [&] { return two_doubles(); });
        case 3: return one(double_, 1, [&] { return log_normal(two_doubles()); });
        case 4: return two().second;
        default: return log_normal(two_doubles()).second;
        }
    }

private:
    struct Kept {
        int kind = -1;
        double value = 0;
    };

    std::pair<double, double> two() {
        words_ += 2;
        return normal(uniform(words_[-2]), uniform(words_[-1]));
    }
    std::pair<double, double> two_doubles() {
        words_ += 4;
        return normal(uniform(words_[-4], words_[-3]), uniform(words_[-2], words_[-1]));
    }
    template<class Make>
    static double one(Kept& kept, int kind, Make make) {
        if (kept.kind == kind) {
            kept.kind = -1;
            return kept.value;
        }
        const auto [first, second] = make();
        kept = {kind, second};
        return first;
    }

    const double* words_;
    Kept float_, double_;
};

TEST_P(Random, SpareNormalMatchesItsType) {
    const auto program = compiled("normals.cu");
    if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    for (const char* kernel : {"mixed_xorwow", "mixed_philox"}) {
        const auto out = numbers_of(program, kernel, 60);
        for (uint32_t t = 0; t < threads; ++t) {
            const double* const words = out.data() + 60 * t;
            Mixed mixed(words);
            for (int k = 0; k < 12; ++k) {
                const int thread = static_cast<int>(t);
                const double expected = mixed.next((thread * 7 + k * k * 3 + k / 2 * thread) % 6, k / 8.0);
                EXPECT_NEAR(words[48 + k], expected, 1e-5 * std::max(1.0, expected)) << kernel << " " << t << " " << k;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Compilers, Random, testing::Values(CompilerChoice::nvrtc, CompilerChoice::clang),
                         [](const auto& info) { return info.param == CompilerChoice::nvrtc ? "nvrtc" : "clang"; });

TEST(ClangRandom, MissingGeneratorsNameTheToolkit) {
    const auto clang = Clang::find(std::nullopt);
    if (!clang) GTEST_SKIP() << clang.error().message;
    for (const char* body : {"curandStateMRG32k3a s; a[0] = sizeof s;", "curandStateSobol32_t s; a[0] = sizeof s;",
                             "curandState s; curand_init(1, 2, 3, &s); a[0] = curand_poisson(&s, 3.0);"}) {
        const auto result = (*clang)->compile(
            request_for("#include <curand_kernel.h>\n__global__ void k(int* a) { " + std::string(body) + " }\n"));
        ASSERT_FALSE(result) << body;
        EXPECT_THAT(result.error().message, testing::HasSubstr("without the CUDA Toolkit")) << body;
    }
}

} // namespace
} // namespace warpscope::compile
