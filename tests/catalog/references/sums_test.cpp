// Dot product, norm, Gram-Schmidt and mathematical functions compared with plain C++.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "catalog/references/findings.hpp"
#include "catalog/references/reference.hpp"

namespace warpscope::catalog::references {
namespace {

class Sums : public ::testing::Test {
protected:
    void SetUp() override {
        if (usable_compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    }
};

/// Adds as a block does: the upper half of the terms to the lower half, repeatedly.
float tree_sum(std::vector<float> summands) {
    for (size_t count = summands.size(); count > 1; count = (count + 1) / 2) {
        const size_t half = (count + 1) / 2;
        for (size_t i = 0; i + half < count; ++i) summands[i] += summands[i + half];
    }
    return summands.front();
}

/// Adds in the order of one thread. The product of two floats is exact in double precision.
double sum_in_double(const std::vector<double>& x, const std::vector<double>& y) {
    double sum = 0;
    for (size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
    return sum;
}

void check_dot_product(const Outcome& run) {
    const double exact = sum_in_double(values_of(run.input), run.initial("y"));
    EXPECT_EQ(run.values("result")[1], static_cast<float>(exact));
    // No term is negative, so the error is at most n rounding errors of half a unit.
    EXPECT_NEAR(run.values("result")[0], exact, exact * static_cast<double>(run.input.layout.shape.cells()) * 0x1p-24);
}
const HasReference dots("dot_product", {"atomic", "block_reduced"}, check_dot_product);

void check_norm(const Outcome& run) {
    const auto x = values_of(run.input);
    const double exact = std::sqrt(sum_in_double(x, x));
    EXPECT_EQ(run.values("result")[1], static_cast<float>(exact));
    EXPECT_NEAR(run.values("result")[0], exact, exact * static_cast<double>(x.size() + 1) * 0x1p-24);
}
const HasReference lengths("dot_product", {"norm"}, check_norm);

TEST_F(Sums, DotProductMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"atomic", "block_reduced"})
            for (const char* input : {"noise:1", "noise:31,seed=3", "noise:1009,seed=4", "noise:1024,seed=5"})
                for (const uint32_t block : {1u, 7u, 64u, 1024u}) {
                    const Case wanted{"dot_product", variant, input, {block, 1, 1}, {}, block == 7 ? 0 : 3};
                    const Outcome run = references::run(wanted, compiler);
                    ASSERT_TRUE(run.measured);
                    expect_no_findings(run, wanted);
                    EXPECT_TRUE(races(run).empty()) << wanted.text();
                    SCOPED_TRACE(wanted.text());
                    check_dot_product(run);
                }
}

TEST_F(Sums, OneBlockSumsAsATree) {
    for (const auto compiler : usable_compilers())
        for (const uint32_t block : {997u, 1000u, 1024u}) {
            const Case wanted{"dot_product", "block_reduced", "noise:997,seed=6", {block, 1, 1}, {}, 3};
            const Outcome run = references::run(wanted, compiler);
            ASSERT_TRUE(run.measured);
            const auto x = values_of(run.input), y = run.initial("y");
            std::vector<float> products(block, 0.0f);
            for (size_t i = 0; i < x.size(); ++i) products[i] = static_cast<float>(x[i]) * static_cast<float>(y[i]);
            EXPECT_EQ(run.values("result")[0], tree_sum(products)) << wanted.text();
        }
}

TEST_F(Sums, BlockReductionSavesAtomics) {
    for (const auto compiler : usable_compilers()) {
        const Outcome each = references::run({"dot_product", "atomic", "noise:1000", {128, 1, 1}, {}, 3}, compiler);
        const Outcome blocks =
            references::run({"dot_product", "block_reduced", "noise:1000", {128, 1, 1}, {}, 3}, compiler);
        ASSERT_TRUE(each.measured && blocks.measured);
        EXPECT_EQ(each.last().atomics.operations, 1000u);
        EXPECT_EQ(blocks.last().atomics.operations, 8u);
    }
}

TEST_F(Sums, NormMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* input : {"noise:1", "noise:31,seed=3", "noise:1009,seed=4", "noise:17x11,seed=5"})
            for (const uint32_t block : {1u, 7u, 64u, 1024u}) {
                const Case wanted{"dot_product", "norm", input, {block, 1, 1}, {}, block == 7 ? 0 : 3};
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                expect_no_findings(run, wanted);
                EXPECT_TRUE(races(run).empty()) << wanted.text();
                SCOPED_TRACE(wanted.text());
                check_norm(run);
            }
}

/// Orthonormalizes the rows (1,1,1,...), (0,1,1,...), ... one after the other.
std::vector<double> orthonormal(size_t n) {
    std::vector<double> q(n * n);
    const auto dot = [&](size_t a, size_t b) {
        double sum = 0;
        for (size_t i = 0; i < n; ++i) sum += q[a * n + i] * q[b * n + i];
        return sum;
    };
    for (size_t k = 0; k < n; ++k) {
        for (size_t i = k; i < n; ++i) q[k * n + i] = 1;
        for (size_t j = 0; j < k; ++j) {
            const double share = dot(k, j);
            for (size_t i = 0; i < n; ++i) q[k * n + i] -= share * q[j * n + i];
        }
        const double length = std::sqrt(dot(k, k));
        for (size_t i = 0; i < n; ++i) q[k * n + i] /= length;
    }
    return q;
}

void check_orthonormal(const Outcome& run) {
    const auto n = static_cast<size_t>(run.setting("n"));
    const auto expected = orthonormal(n), exact = run.values("exact"), q = run.values("q"), error = run.values("error");
    for (size_t i = 0; i < n * n; ++i) {
        ASSERT_NEAR(exact[i], expected[i], 1e-12) << "cell " << i; // sums in another order
        ASSERT_NEAR(q[i], expected[i], n <= 31 ? 2e-5 : 1e-4) << "cell " << i;
        ASSERT_EQ(error[i], static_cast<float>(q[i] - exact[i])) << "cell " << i;
    }
}
const HasReference vectors("gram_schmidt", {"basic", "error"}, check_orthonormal);

TEST_F(Sums, GramSchmidtMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const size_t n : {1u, 2u, 3u, 8u, 31u})
            for (const uint32_t block : {1u, 5u, 32u, 100u}) {
                const Case wanted{"gram_schmidt",           "basic",           "", {block, 1, 1},
                                  {fmt::format("n={}", n)}, block == 5 ? 0 : 3};
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                expect_no_findings(run, wanted);
                EXPECT_TRUE(races(run).empty()) << wanted.text();
                SCOPED_TRACE(wanted.text());
                check_orthonormal(run);
                EXPECT_EQ(run.last().ownership.owners, std::min<size_t>(n, block)) << wanted.text();
            }
}

struct Function {
    const char* name;
    long double (*exact)(long double x, long double exponent);
    double accurate, fast; // allowed errors for x from 0.01 to 10
};

const Function functions[] = {
    {"sin", [](long double x, long double) { return std::sin(x); }, 2e-7, 2e-6},
    {"cos", [](long double x, long double) { return std::cos(x); }, 2e-7, 2e-6},
    {"exp", [](long double x, long double) { return std::exp(x); }, 2e-7, 2e-6},
    {"exp10", [](long double x, long double) { return std::pow(10.0L, x); }, 2e-7, 4e-6},
    {"log", [](long double x, long double) { return std::log(x); }, 4e-7, 2e-6},
    {"pow", [](long double x, long double e) { return std::pow(x, e); }, 5e-7, 4e-6},
};

/// Returns the relative error for results above 1, otherwise the absolute error, because relative errors near zero are
/// meaningless.
double error_of(double got, long double exact) {
    return static_cast<double>(std::abs(got - exact) / std::max(1.0L, std::abs(exact)));
}

double worst_error(const Function& function, const std::vector<double>& x, const std::vector<double>& got) {
    double worst = 0;
    for (size_t i = 0; i < x.size(); ++i) worst = std::max(worst, error_of(got[i], function.exact(x[i], 2.5L)));
    return worst;
}

std::vector<double> row_of(const Outcome& run, const std::string& buffer, size_t row) {
    const auto all = run.values(buffer);
    const auto samples = static_cast<ptrdiff_t>(all.size() / std::size(functions));
    const auto first = all.begin() + static_cast<ptrdiff_t>(row) * samples;
    return {first, first + samples};
}

/// Compares a row of the kernel's buffer "error" with the errors of the same row of `buffer`, computed here.
void expect_errors(const Outcome& run, size_t row, const std::string& buffer) {
    const auto x = run.values("x"), got = row_of(run, buffer, row), error = row_of(run, "error", row);
    for (size_t i = 0; i < x.size(); ++i) {
        const double expected = error_of(got[i], functions[row].exact(x[i], 2.5L));
        ASSERT_NEAR(error[i], expected, 1e-6 * expected + 1e-14) << functions[row].name << " of " << x[i];
    }
}

void expect_functions(const Outcome& fast, const Outcome& wide) {
    const auto x = fast.values("x");
    ASSERT_EQ(x.size(), 997u);
    EXPECT_EQ(x.front(), 0.01f);
    EXPECT_NEAR(x.back(), 10, 1e-6);
    EXPECT_TRUE(std::is_sorted(x.begin(), x.end()));
    EXPECT_EQ(wide.values("x"), x);
    for (size_t row = 0; row < std::size(functions); ++row) {
        const Function& function = functions[row];
        SCOPED_TRACE(function.name);
        const double accurate = worst_error(function, x, row_of(fast, "accurate", row));
        const double approximate = worst_error(function, x, row_of(fast, "fast", row));
        EXPECT_LE(accurate, function.accurate);
        EXPECT_LE(approximate, function.fast);
        // Approximations must err more. Rows 0 and 1 are sine and cosine, which the emulator rounds correctly.
        if (row >= 2) {
            EXPECT_GT(approximate, accurate);
        }
        expect_errors(fast, row, "fast");
        EXPECT_LE(worst_error(function, x, row_of(wide, "accurate", row)), 1e-15);
        EXPECT_EQ(row_of(wide, "single", row), row_of(fast, "accurate", row));
        expect_errors(wide, row, "single");
    }
}

TEST_F(Sums, MathFunctionsMatchReference) {
    for (const auto compiler : usable_compilers())
        for (const uint32_t block : {7u, 128u}) {
            const Case in_float{"math_functions", "float", "", {block, 1, 1}, {"samples=997"}, 3};
            const Case in_double{"math_functions", "double", "", {block, 1, 1}, {"samples=997"}, 3};
            const Outcome fast = references::run(in_float, compiler), wide = references::run(in_double, compiler);
            ASSERT_TRUE(fast.measured && wide.measured);
            expect_no_findings(fast, in_float);
            expect_no_findings(wide, in_double);
            EXPECT_EQ(fast.last().ownership.owners, 997u);
            expect_functions(fast, wide);
        }
}

/// Checks every function at every x, for any range and exponent in the settings. Allows rounding errors and, for fast
/// functions, errors that grow with the argument.
void expect_values(const Outcome& run, const std::string& buffer, bool fast, double limit) {
    const auto x = run.values("x");
    const double exponent = run.setting("exponent");
    for (size_t row = 0; row < std::size(functions); ++row) {
        const auto got = row_of(run, buffer, row);
        for (size_t i = 0; i < x.size(); ++i) {
            const long double exact = functions[row].exact(x[i], static_cast<long double>(exponent));
            if (std::abs(exact) > limit) continue; // outside the range of the type
            // Fast functions compute powers of 2, so their errors grow with the size of the exponent.
            const double size = std::max({1.0, x[i] / 10, std::abs(exponent) / 2.5 * std::abs(std::log(x[i]))});
            const double allowed = limit > 1e300 ? 1e-14
                                   : fast        ? 2 * functions[row].fast * size
                                                 : 2 * functions[row].accurate;
            ASSERT_LE(error_of(got[i], exact), allowed) << functions[row].name << " of " << x[i];
        }
    }
}

void check_samples(const Outcome& run) {
    const auto x = run.values("x");
    const double low = run.setting("low"), high = run.setting("high");
    ASSERT_EQ(x.size(), static_cast<size_t>(run.setting("samples")));
    for (size_t i = 0; i < x.size(); ++i)
        ASSERT_NEAR(x[i], low + (high - low) * static_cast<double>(i) / static_cast<double>(x.size() - 1),
                    1e-6 * (low + high));
}

/// Checks the kernel's buffer "error" against the errors of `values`.
void expect_own_errors(const Outcome& run, const std::string& values, const std::string& exact) {
    const auto got = run.values(values), right = run.values(exact), error = run.values("error");
    for (size_t i = 0; i < error.size(); ++i)
        if (std::isfinite(got[i]) && std::isfinite(error[i])) {
            ASSERT_NEAR(error[i], std::abs(got[i] - right[i]) / std::max(1.0, std::abs(right[i])), 2e-6) << i;
        }
}

const HasReference fast_functions("math_functions", {"float"}, [](const Outcome& run) {
    check_samples(run);
    expect_values(run, "accurate", false, 3e38);
    expect_values(run, "fast", true, 3e38);
    expect_own_errors(run, "fast", "accurate");
});
const HasReference wide_functions("math_functions", {"double"}, [](const Outcome& run) {
    check_samples(run);
    expect_values(run, "accurate", false, 1.7e308);
    expect_values(run, "single", false, 3e38);
    expect_own_errors(run, "single", "accurate");
});

TEST_F(Sums, MathFunctionsFollowTheirParameters) {
    const Case wanted{"math_functions", "float", "", {64, 1, 1}, {"samples=3", "low=1", "high=4", "exponent=2"}, 3};
    const Outcome run = references::run(wanted, usable_compilers().front());
    ASSERT_TRUE(run.measured);
    EXPECT_EQ(run.values("x"), (std::vector<double>{1, 2.5, 4}));
    EXPECT_NEAR(row_of(run, "accurate", 5)[2], 16, 1e-5);
}

const std::string& shown_output(const Outcome& run) {
    return run.prepared.plan.buffers[run.prepared.output_buffer].layout.name;
}

TEST_F(Sums, GramSchmidtShowsItsError) {
    const Outcome basic = references::run({"gram_schmidt", "basic", "", {5, 1, 1}, {}, 3}, usable_compilers().front());
    ASSERT_TRUE(basic.measured);
    EXPECT_EQ(shown_output(basic), "q");

    const Case wanted{"gram_schmidt", "error", "", {5, 1, 1}, {"n=13"}, 3};
    const Outcome run = references::run(wanted, usable_compilers().front());
    ASSERT_TRUE(run.measured);
    EXPECT_EQ(shown_output(run), "error");
    const auto exact = run.values("exact"), q = run.values("q"), error = run.values("error");
    for (size_t i = 0; i < error.size(); ++i) ASSERT_EQ(error[i], static_cast<float>(q[i] - exact[i])) << i;
    EXPECT_GT(*std::max_element(error.begin(), error.end()), 0);
}

} // namespace
} // namespace warpscope::catalog::references
