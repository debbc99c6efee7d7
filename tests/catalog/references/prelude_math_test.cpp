#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <limits>

#include "catalog/references/run.hpp"
#include "ptx/parser.hpp"

namespace warpscope::catalog::references {
namespace {

/// Runs `expression` of x (and y if it needs two inputs) for every input on the emulator, with the prelude's functions.
/// `type` is "float" or "double".
template<class T>
std::vector<T> apply(const std::string& expression, const std::vector<T>& x, const std::vector<T>& y) {
    const char* type = sizeof(T) == 4 ? "float" : "double";
    const auto compiled = compile::compile(
        {.file = "math.cu",
         .source = fmt::format("__global__ void k({0}* out, const {0}* xs, const {0}* ys, int n) {{\n"
                               "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "    if (i < n) {{ {0} x = xs[i], y = ys[i]; out[i] = {1}; (void)y; }}\n"
                               "}}\n",
                               type, expression),
         .defines = {},
         .compiler = compile::CompilerChoice::clang});
    if (!compiled) {
        ADD_FAILURE() << expression << ": " << compiled.error().text();
        return {};
    }
    auto module = ptx::parse(compiled->ptx, "math.cu");
    const auto program =
        module.and_then([](ptx::Module& m) { return simt::Program::build(std::make_shared<const ptx::Module>(m)); });
    if (!program) {
        ADD_FAILURE() << expression << ": " << program.error().text();
        return {};
    }
    const auto n = static_cast<uint32_t>(x.size());
    ExecutionPlan plan;
    const auto add = [&](const char* name, BufferRole role, const std::vector<T>* contents) {
        PlannedBuffer buffer{{name, sizeof(T) == 4 ? ElementType::f32 : ElementType::f64, 1, {n, 1, 1}}, role, {}};
        if (contents != nullptr) {
            const auto* first = reinterpret_cast<const std::byte*>(contents->data());
            buffer.initial = std::make_shared<const Bytes>(first, first + n * sizeof(T));
        }
        plan.buffers.push_back(buffer);
    };
    add("out", BufferRole::output, nullptr);
    add("xs", BufferRole::input, &x);
    add("ys", BufferRole::input, &y);
    plan.launches.push_back({"k",
                             {{(n + 127) / 128, 1, 1}, {128, 1, 1}, 0},
                             {BufferArgument{0}, BufferArgument{1}, BufferArgument{2},
                              ScalarArgument{"n", ElementType::s32, static_cast<double>(n)}}});
    const auto measured = metrics::measure(*program, plan, {});
    if (!measured) {
        ADD_FAILURE() << expression << ": " << measured.error().text();
        return {};
    }
    const HostBuffer out = (*measured)->buffer(0);
    std::vector<T> values(n);
    std::memcpy(values.data(), out.bytes->data(), n * sizeof(T));
    return values;
}

/// Returns the distance in units in the last place of T at `exact`; 0 for equal special values.
template<class T>
double ulps(T got, long double exact) {
    if (std::isnan(exact)) return std::isnan(got) ? 0 : 1e9;
    const auto rounded = static_cast<T>(exact);
    if (std::isinf(rounded) || std::isinf(got)) return got == rounded ? 0 : 1e9;
    int exponent = 0;
    std::frexp(exact, &exponent);
    const int digits = std::numeric_limits<T>::digits, lowest = std::numeric_limits<T>::min_exponent;
    const long double unit = std::ldexp(1.0L, std::max(exponent, lowest) - digits);
    return static_cast<double>(std::abs(static_cast<long double>(got) - exact) / unit);
}

/// Returns inputs of all magnitudes within the limits, with both signs if `low` is negative, and special values.
template<class T>
std::vector<T> inputs(T low, T high, uint64_t seed) {
    std::vector<T> values{0,
                          -T(0),
                          1,
                          -1,
                          T(0.5),
                          2,
                          3,
                          10,
                          100,
                          std::numeric_limits<T>::infinity(),
                          -std::numeric_limits<T>::infinity(),
                          std::numeric_limits<T>::quiet_NaN(),
                          std::numeric_limits<T>::denorm_min(),
                          std::numeric_limits<T>::min(),
                          std::numeric_limits<T>::max(),
                          low,
                          high};
    const auto next = [&] {
        seed = seed * 6364136223846793005ull + 1442695040888963407ull;
        return static_cast<double>(seed >> 11) * 0x1p-53;
    };
    for (int i = 0; i < 1500; ++i) values.push_back(static_cast<T>(low + next() * (double(high) - low)));
    for (int i = 0; i < 500; ++i) { // small magnitudes
        const double magnitude = std::ldexp(1 + next(), static_cast<int>(-60 * next()));
        values.push_back(static_cast<T>(low < 0 && next() < 0.5 ? -magnitude : magnitude));
    }
    return values;
}

using Exact = long double (*)(long double, long double);
struct Function {
    const char* name;
    Exact exact;
    double low, high;
    double allowed; // largest error in double precision, in units in the last place
};

#define WS_EXACT(expression) [](long double x, [[maybe_unused]] long double y) -> long double { return expression; }
const Function functions[] = {
    {"sin", WS_EXACT(std::sin(x)), -100, 100, 1},
    {"cos", WS_EXACT(std::cos(x)), -100, 100, 1},
    {"tan", WS_EXACT(std::tan(x)), -100, 100, 2.5},
    {"sin", WS_EXACT(std::sin(x)), -1e15, 1e15, 1},
    {"cos", WS_EXACT(std::cos(x)), -1e9, 1e9, 1},
    {"asin", WS_EXACT(std::asin(x)), -1, 1, 2.5},
    {"acos", WS_EXACT(std::acos(x)), -1, 1, 2.5},
    {"atan", WS_EXACT(std::atan(x)), -20, 20, 1},
    {"exp", WS_EXACT(std::exp(x)), -745, 709, 1},
    {"exp2", WS_EXACT(std::exp2(x)), -1074, 1023, 1},
    {"expm1", WS_EXACT(std::expm1(x)), -2, 2, 2},
    {"log", WS_EXACT(std::log(x)), 0, 1e6, 1},
    {"log2", WS_EXACT(std::log2(x)), 0, 1e6, 1},
    {"log10", WS_EXACT(std::log10(x)), 0, 1e6, 1},
    {"log1p", WS_EXACT(std::log1p(x)), -0.99, 10, 1.5},
    {"cbrt", WS_EXACT(std::cbrt(x)), -1000, 1000, 1},
    {"sinh", WS_EXACT(std::sinh(x)), -20, 20, 3},
    {"cosh", WS_EXACT(std::cosh(x)), -20, 20, 2},
    {"tanh", WS_EXACT(std::tanh(x)), -20, 20, 3},
    {"asinh", WS_EXACT(std::asinh(x)), -100, 100, 3},
    {"atanh", WS_EXACT(std::atanh(x)), -1, 1, 3},
    {"erf", WS_EXACT(std::erf(x)), -5, 5, 5},
    {"exp10", WS_EXACT(std::pow(10.0L, x)), -300, 300, 1.5},
};
const Function functions_of_two[] = {
    {"pow", WS_EXACT(std::pow(x, y)), -30, 30, 1.5},
    {"atan2", WS_EXACT(std::atan2(x, y)), -30, 30, 1},
    {"hypot", WS_EXACT(std::hypot(x, y)), -30, 30, 1},
    {"fmod", WS_EXACT(std::fmod(x, y)), -30, 30, 0},
};
#undef WS_EXACT

template<class T>
void check(const Function& function, const std::string& call, double allowed) {
    const auto x = inputs<T>(static_cast<T>(function.low), static_cast<T>(function.high), 1);
    auto y = inputs<T>(static_cast<T>(function.low), static_cast<T>(function.high), 2);
    std::rotate(y.begin(), y.begin() + 5, y.begin() + 17); // makes other pairs of special values
    const auto got = apply<T>(call, x, y);
    ASSERT_EQ(got.size(), x.size());
    double worst = 0;
    size_t at = 0;
    for (size_t i = 0; i < x.size(); ++i)
        if (const double error = ulps(got[i], function.exact(x[i], y[i])); error > worst) {
            worst = error;
            at = i;
        }
    EXPECT_LE(worst, allowed) << call
                              << " at x = " << fmt::format("{:.17g}, y = {:.17g}: {:.17g}", x[at], y[at], got[at])
                              << " instead of " << static_cast<double>(function.exact(x[at], y[at]));
}

class PreludeMath : public ::testing::Test {
protected:
    void SetUp() override {
        if (!compile::compilers()[1].usable) GTEST_SKIP() << compile::compilers()[1].why.english();
    }
};

TEST_F(PreludeMath, DoublePrecisionIsAccurate) {
    for (const Function& function : functions)
        check<double>(function, fmt::format("{}(x)", function.name), function.allowed);
    for (const Function& function : functions_of_two)
        check<double>(function, fmt::format("{}(x, y)", function.name), function.allowed);
}

TEST_F(PreludeMath, FloatRoundsFromDouble) {
    for (Function function : functions) {
        function.low = std::max(function.low, -100.0); // limited to the range of a float
        function.high = std::min(function.high, 1e6);
        check<float>(function, fmt::format("{}f(x)", function.name), 0.51);
    }
    for (const Function& function : functions_of_two)
        check<float>(function, fmt::format("{}f(x, y)", function.name), 0.51);
}

} // namespace
} // namespace warpscope::catalog::references
