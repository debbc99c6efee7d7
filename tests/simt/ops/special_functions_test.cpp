// Compares rare mathematical functions with C++ in long double. The CUDA programming guide states the allowed errors.
#include "simt/compiled.hpp"

#include <bit>
#include <cmath>
#include <functional>
#include <limits>

namespace warpscope::simt {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr long double square_root_of_pi = 1.772453850905516027298167483341145L;

/// Returns the error of `got` in units of the last place of a T near `exact`; 0 for equal special values.
template<class T>
long double units_off(T got, long double exact) {
    const T rounded = static_cast<T>(exact);
    if (std::isnan(rounded)) return std::isnan(got) ? 0 : infinity;
    if (std::isinf(rounded) || std::isinf(got)) return got == rounded ? 0 : infinity;
    const T size = std::max(std::abs(rounded), std::numeric_limits<T>::min());
    const T unit = size - std::nextafter(size, T{0});
    return std::abs(got - exact) / (unit > 0 ? unit : std::numeric_limits<T>::denorm_min());
}

class SpecialFunctions : public testing::TestWithParam<CompilerConfig> {
protected:
    void SetUp() override {
        const auto program = compiled_kernels("special_functions.cu", GetParam());
        if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
        machine = std::make_unique<Machine>(program);
    }

    template<class T>
    std::vector<T> run(const std::string& name, const std::vector<T>& as, const std::vector<T>& bs) {
        const auto count = static_cast<uint32_t>(as.size());
        const uint32_t a = machine->buffer("a", as), b = machine->buffer("b", bs),
                       out = machine->buffer("out", std::vector<T>(count));
        const auto outcome =
            machine->run((sizeof(T) == 8 ? "d_" : "f_") + name, {{(count + 63) / 64, 1, 1}, {64, 1, 1}, 0},
                         machine->address(out), machine->address(a), machine->address(b), static_cast<int>(count));
        EXPECT_TRUE(outcome.findings.empty()) << name << ": " << texts_of(outcome)[0];
        return machine->read<T>(out);
    }

    /// Allowed error: units of the last place or, if larger, an absolute error.
    struct Allowed {
        long double double_units, float_units, absolute = 0;
    };
    /// `expected(argument, got)`: for inverse functions, the expected value is computed from the result `got`.
    using Expected = std::function<long double(long double, long double)>;

    template<class T>
    void check_as(const std::string& name, const std::vector<double>& arguments, long double units,
                  long double absolute, const Expected& expected) {
        std::vector<T> as;
        for (const double v : arguments) as.push_back(static_cast<T>(v));
        const auto got = run<T>(name, as, as);
        for (size_t k = 0; k < as.size(); ++k) {
            const long double exact = expected(as[k], got[k]);
            if (std::abs(got[k] - exact) <= absolute) continue;
            ASSERT_LE(units_off(got[k], exact), units) << name << (sizeof(T) == 8 ? "" : "f") << "(" << as[k]
                                                       << ") = " << got[k] << ", not " << static_cast<double>(exact);
        }
    }
    void check(const std::string& name, const std::vector<double>& arguments, const Allowed& allowed,
               const Expected& expected) {
        check_as<double>(name, arguments, allowed.double_units, allowed.absolute, expected);
        check_as<float>(name, arguments, allowed.float_units, allowed.absolute, expected);
    }

    std::unique_ptr<Machine> machine;
};

/// Returns special and subnormal numbers, numbers spread evenly from `low` to `high`, and magnitudes from 2^-30 to 2^6
/// with alternating signs.
std::vector<double> arguments(double low, double high, int count = 400) {
    std::vector<double> list{0.0,      -0.0,    infinity, -infinity, std::nan(""), 5e-324, -5e-324, 1e-310, 1e-45,
                             -1e-45,   1e-40,   0x1p-60,  -0x1p-60,  0.5,          -0.5,   1.0,     -1.0,   1.5,
                             0.999999, 1.00001, 2.0,      -2.0,      3.0,          -3.5,   1e5,     1e17,   -1e17};
    for (int k = 0; k <= count; ++k) list.push_back(low + (high - low) * k / count);
    for (int k = 0; k < count; ++k)
        list.push_back((k % 2 == 0 ? 1 : -1) * std::exp2(-30.0 + 36.0 * k / count) * 1.2345);
    return list;
}

long double scaled_erfc(long double v) {
    if (v < 1 || std::isnan(v)) return v < -100 ? HUGE_VALL : std::exp(v * v) * std::erfc(v);
    long double tail = v;
    for (int n = 400; n >= 1; --n) tail = v + 0.5L * n / tail;
    return 1 / (square_root_of_pi * tail);
}

TEST_P(SpecialFunctions, GammaFunctionsMatch) {
    auto list = arguments(-40.3, 180.7, 2000);
    for (const double v : {171.6, 171.63, 171.7, -170.5, -175.3, -183.5, -190.1, -200.5, 2.0000001, 1e300, 34.9, 35.1})
        list.push_back(v);
    check("tgamma", list, {10, 5}, [](long double v, auto) { return std::tgamma(v); });
    // lgamma has zeros between about -23 and -2.2, near which the CUDA programming guide promises no accuracy.
    check("lgamma", list, {4, 6}, [](long double v, long double got) {
        return v < -2.2L && v > -23.1L && std::abs(got - std::lgamma(v)) < 1e-6L ? got : std::lgamma(v);
    });
}

TEST_P(SpecialFunctions, ErrorFunctionsMatch) {
    check("erfcx", arguments(-27.5, 30), {4, 4}, [](long double v, auto) { return scaled_erfc(v); });
    check("erf", arguments(-6, 6), {2, 2}, [](long double v, auto) { return std::erf(v); });
    check("erfc", arguments(-6, 27), {5, 4}, [](long double v, auto) { return std::erfc(v); });
    check("normcdf", arguments(-39, 10), {5, 5},
          [](long double v, auto) { return 0.5L * std::erfc(-v * 0.70710678118654752440084436210485L); });
    // The expected value of an inverse function is one Newton step from the result.
    const auto of_erfc = [](long double q, long double x) {
        if (!(q >= 0 && q <= 2)) return static_cast<long double>(NAN);
        if (q == 0 || q == 2) return q == 0 ? HUGE_VALL : -HUGE_VALL;
        if (std::abs(x) > 100) return static_cast<long double>(NAN);
        return x + (scaled_erfc(x) - q * std::exp(x * x)) * square_root_of_pi / 2;
    };
    const auto of_erf = [&](long double y, long double x) {
        if (std::abs(y) > 0.5L || std::isnan(y)) return y < 0 ? -of_erfc(1 + y, -x) : of_erfc(1 - y, x);
        return std::abs(x) > 100 ? y * NAN : x - (std::erf(x) - y) * std::exp(x * x) * square_root_of_pi / 2;
    };
    check("erfinv", arguments(-1.01, 1.01), {5, 2}, of_erf);
    check("erfcinv", arguments(-0.01, 2.01), {6, 4}, of_erfc);
    check("normcdfinv", arguments(-0.01, 1.01), {8, 5},
          [&](long double p, long double got) { return -std::sqrt(2.0L) * of_erfc(2 * p, -got / std::sqrt(2.0L)); });
}

TEST_P(SpecialFunctions, BesselFunctionsMatch) {
    const auto list = arguments(-60, 60, 1000);
    std::vector<double> positive;
    for (const double v : list) positive.push_back(v < 0 && v > -50 ? -v : v);
    // The guide states an absolute error for arguments above 8.
    const auto with_both = [&](const std::string& name, const std::vector<double>& at, const Expected& expected) {
        check_as<double>(name, at, 7, 5e-12L, expected);
        check_as<float>(name, at, 9, 2.2e-6L, expected);
        std::vector<double> small;
        for (const double v : at)
            if (std::abs(v) < 2) small.push_back(v);
        check_as<double>(name, small, 7, 1e-18L, expected);
        check_as<float>(name, small, 9, 1e-9L, expected);
    };
    with_both("j0", list, [](long double v, auto) { return j0l(v); });
    with_both("j1", list, [](long double v, auto) { return j1l(v); });
    with_both("y0", positive, [](long double v, auto) { return v < 0 ? NAN : y0l(v); });
    with_both("y1", positive, [](long double v, auto) { return v < 0 ? NAN : y1l(v); });
    const auto modified = [](long double order, long double v) {
        if (std::isnan(v)) return v;
        const long double value = std::abs(v) > 720 ? HUGE_VALL : std::cyl_bessel_i(order, std::abs(v));
        return order == 1 && std::signbit(v) ? -value : value;
    };
    auto wide = arguments(-100, 100);
    for (const double v : {300.5, 700.0, 709.5, 712.0, 713.0, 715.0}) wide.push_back(v);
    check("cyl_bessel_i0", wide, {6, 6}, [&](long double v, auto) { return modified(0, v); });
    check("cyl_bessel_i1", wide, {6, 6}, [&](long double v, auto) { return modified(1, v); });
}

TEST_P(SpecialFunctions, BesselFunctionsOfAnyOrderMatch) {
    std::vector<double> values, orders;
    for (const double order : {-1, 0, 1, 2, 3, 5, 10, 30})
        for (const double v : {0.0, 1e-30, 0.01, 0.5, 1.0, 2.5, 7.0, 9.5, 20.0, 31.0, 77.0, -3.0}) {
            values.push_back(v);
            orders.push_back(order);
        }
    const auto first = run<double>("jn", values, orders), second = run<double>("yn", values, orders);
    const std::vector<float> float_values(values.begin(), values.end()), float_orders(orders.begin(), orders.end());
    const auto first_float = run<float>("jn", float_values, float_orders);
    const auto near = [](double got, long double exact, double allowed) {
        if (std::isnan(exact) || std::isinf(static_cast<double>(exact))) return units_off(got, exact) == 0;
        return std::abs(got - exact) <= allowed * std::max(1.0L, std::abs(exact));
    };
    for (size_t k = 0; k < values.size(); ++k) {
        const int order = static_cast<int>(orders[k]);
        const double v = values[k], negative = std::nan("");
        // CUDA's recurrence gives NaN near 0; the prelude uses the series.
        if (GetParam().compiler == compile::CompilerChoice::nvrtc && order > 1 && std::abs(v) < 1e-20) continue;
        EXPECT_TRUE(near(first[k], order < 0 ? negative : jnl(order, v), 5e-12))
            << order << " " << v << " " << first[k];
        EXPECT_TRUE(near(first_float[k], order < 0 ? negative : jnl(order, float_values[k]), 2.2e-6))
            << order << " " << v << " " << first_float[k];
        if (order >= 0 && v >= 0) {
            EXPECT_TRUE(near(second[k], ynl(order, v), 5e-12)) << order << " " << v << " " << second[k];
        }
    }
}

TEST_P(SpecialFunctions, ElementaryFunctionsMatch) {
    const auto list = arguments(-20, 20);
    const long double pi = 3.14159265358979323846264338327950288L;
    const auto sine_of_half_turns = [&](long double v, bool cosine) {
        if (std::isnan(v) || std::isinf(v)) return static_cast<long double>(NAN);
        long double turn = std::remainder(v, 2.0L);
        if (cosine) return std::abs(turn) == 0.5L ? 0.0L : std::cos(turn * pi);
        if (std::abs(turn) > 0.5L) turn = std::copysign(1 - std::abs(turn), turn);
        return std::sin(turn * pi);
    };
    check("sinpi", list, {2, 1}, [&](long double v, auto) { return sine_of_half_turns(v, false); });
    check("cospi", list, {2, 1}, [&](long double v, auto) { return sine_of_half_turns(v, true); });
    check("cbrt", list, {1, 1}, [](long double v, auto) { return std::cbrt(v); });
    check("rcbrt", list, {1, 2}, [](long double v, auto) { return 1 / std::cbrt(v); });
    check("expm1", list, {2, 1}, [](long double v, auto) { return std::expm1(v); });
    check("log1p", list, {2, 1}, [](long double v, auto) { return std::log1p(v); });
    check("exp10", list, {1, 2}, [](long double v, auto) { return std::pow(10.0L, v); });
    check("logb", list, {0, 0}, [](long double v, auto) { return std::logb(v); });
    check("ilogb", list, {0.01L, 0.01L}, [](long double v, auto) {
        if (std::isnan(v) || v == 0) return -2147483648.0L;
        return std::isinf(v) ? 2147483647.0L : std::logb(v);
    });
}

TEST_P(SpecialFunctions, TwoArgumentFunctionsMatch) {
    const std::vector<double> values{0,      -0.0,      1,    -1,    1.5,      -2.5,      3.75,         1e-30,
                                     -7e-20, 123456.75, 1e30, -3e38, 5e-324,   1e-45,     -1e-40,       0x1p-1060,
                                     1e300,  1.7e308,   -9,   0.3,   infinity, -infinity, std::nan(""), 4,
                                     1e-20,  -6,        2.5,  14,    17.5,     -21};
    const auto [as, bs] = pairs_of(values, values);
    const auto both = [&, &a = as, &b = bs](const std::string& name, long double units, auto&& expected) {
        const auto wide = run<double>(name, a, b);
        const std::vector<float> fa(a.begin(), a.end()), fb(b.begin(), b.end());
        const auto narrow = run<float>(name, fa, fb);
        for (size_t k = 0; k < a.size(); ++k) {
            EXPECT_LE(units_off(wide[k], expected(a[k], b[k])), units)
                << name << " " << a[k] << " " << b[k] << ": " << wide[k];
            EXPECT_LE(units_off(narrow[k], expected(fa[k], fb[k])), units)
                << name << "f " << fa[k] << " " << fb[k] << ": " << narrow[k];
        }
    };
    both("nextafter", 0, [](auto a, auto b) { return static_cast<long double>(std::nextafter(a, b)); });
    both("remainder", 0, [](auto a, auto b) { return static_cast<long double>(std::remainder(a, b)); });
    both("quotient", 0, [](auto a, auto b) {
        int quotient = 0;
        std::remquo(a, b, &quotient);
        if (std::isnan(a) || std::isnan(b) || std::isinf(a) || b == 0) return 0.0L;
        return static_cast<long double>(quotient < 0 ? -(-quotient & 7) : quotient & 7);
    });
    both("divide", 0, [](auto a, auto b) { return static_cast<long double>(a / b); });
    both("sincospi", 0, [](auto, auto) { return 0.0L; });
    both("scalbln", 0, [](auto a, auto b) {
        if (!(std::abs(b) < 1e18f)) b = b > 0 ? 1e9f : -1e9f; // NaN counts as the lowest number
        return static_cast<long double>(std::scalbln(a, static_cast<long>(b)));
    });
    const auto length = [](long double a, long double b, long double c) {
        return std::isinf(a) || std::isinf(b) ? HUGE_VALL : std::sqrt(a * a + b * b + c);
    };
    both("norm3", 3, [&](auto a, auto b) { return length(a, b, 4); });
    both("norm4", 3, [&](auto a, auto b) { return length(a, b, 13); });
    both("rnorm", 3, [&](auto a, auto b) { return 1 / length(a, b, 4); });
    both("rnorm3", 3, [&](auto a, auto b) { return 1 / length(a, b, 4); });
    both("rnorm4", 3, [&](auto a, auto b) { return 1 / length(a, b, 13); });
    both("rhypot", 3, [&](auto a, auto b) { return 1 / length(a, b, 0); });
}

TEST_P(SpecialFunctions, HardwareTangentIsAccurate) {
    std::vector<float> values;
    for (const double v : arguments(-5, 5)) values.push_back(static_cast<float>(v));
    const auto got = run<float>("tanh", values, values);
    for (size_t k = 0; k < values.size(); ++k)
        if (!std::isnan(values[k])) {
            EXPECT_NEAR(got[k], std::tanh(values[k]), 0x1p-10 * std::abs(std::tanh(values[k])));
        }
}

WARPSCOPE_FOR_EVERY_COMPILER(SpecialFunctions);

} // namespace
} // namespace warpscope::simt
