// Uses of <cuda/std/chrono>, <cuda/std/complex> and <cuda/std/optional>.
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/optional>
#include <cuda/std/ratio>

namespace cs = cuda::std;

#define FUNCTION(name, ...)                                                                                            \
    extern "C" __global__ void name(unsigned* out) {                                                                   \
        const unsigned i = threadIdx.x * 2654435761u >> (threadIdx.x & 31);                                            \
        out[threadIdx.x] = [&]() -> unsigned { __VA_ARGS__ }();                                                        \
    }

// ---- optional ----

using Number = cs::optional<int>;
static_assert(sizeof(Number) == 8 && cs::is_trivially_copyable<Number>::value, "");

__device__ Number halved(unsigned v) {
    if (v % 2 != 0) return cs::nullopt;
    return static_cast<int>(v / 2);
}
template<class A, class B>
__device__ unsigned compared(const A& a, const B& b) {
    return (a == b) + 2 * (a != b) + 4 * (a < b) + 8 * (a > b) + 16 * (a <= b) + 32 * (a >= b);
}
FUNCTION(optionals, Number a = halved(i), b; unsigned sum = a.value_or(7) + 3 * b.has_value(); if (a) sum += *a * 5; b = a; a = cs::nullopt;
         sum = sum * 31 + compared(b, halved(threadIdx.x)); sum = sum * 31 + compared(b, 3) * 64 + compared(5, b);
         sum = sum * 31 + (a == cs::nullopt) + 2 * (cs::nullopt != b); a.emplace(9); a.swap(b); b = 4; sum = sum * 31 + *b + a.value_or(11);
         const cs::optional<cs::pair<int, float>> pair(cs::in_place, 3, 4.0f); sum = sum * 31 + pair->first + static_cast<int>(pair->second);
         b.reset(); auto made = cs::make_optional(i); return sum * 31 + !b + made.value();)

/// Counts constructions, copies, assignments and destructions in `*count`.
struct Counted {
    int* count;
    unsigned value;
    __device__ Counted(int* count, unsigned value)
        : count(count)
        , value(value) {
        ++*count;
    }
    __device__ Counted(const Counted& other)
        : count(other.count)
        , value(other.value) {
        *count += 100;
    }
    __device__ Counted& operator=(const Counted& other) {
        value = other.value;
        *count += 10000;
        return *this;
    }
    __device__ ~Counted() { *count -= 1000000; }
};
FUNCTION(counted_optionals, int count = 0; unsigned sum = 0; {
    cs::optional<Counted> a(cs::in_place, &count, i), b;
    cs::optional<Counted> c = a;
    b = a;
    if (i % 3 == 0) b.reset();
    c = b;
    a = c;
    sum = a.has_value() + (c ? c->value : 5);
} return sum * 31 + count;)

// ---- complex: whole numbers and quarters are right to the last bit, the functions to a thousandth ----

__device__ unsigned bits(cs::complex<double> v) {
    return static_cast<int>(v.real() * 65536) * 31 + static_cast<int>(v.imag() * 65536);
}
__device__ unsigned about(cs::complex<float> v) {
    return static_cast<int>(rintf(v.real() * 256)) * 31 + static_cast<int>(rintf(v.imag() * 256));
}
FUNCTION(complexes, cs::complex<double> a(i % 17, i % 5 - 3.0), b(1, -1), c = 2; unsigned sum = bits(a + b); sum = sum * 31 + bits(a - b * 2.0);
         sum = sum * 31 + bits(a * b); sum = sum * 31 + bits(a / b); sum = sum * 31 + bits(-a / 4.0); sum = sum * 31 + bits(3.0 + a); sum = sum * 31 + bits(4.0 / b);
         a *= b; a += c; a -= 1.0; a /= 2.0; sum = sum * 31 + bits(a) + (a == b) + 2 * (a != 3.0); sum = sum * 31 + bits(cs::conj(a)) + bits(cs::norm(b));
         a.real(cs::imag(a)); a.imag(7); const cs::complex<float> narrow(a); const cs::complex<double> wide = narrow;
         return sum * 31 + bits(wide) + bits(cs::complex<double>(1e300, 1e300) / cs::complex<double>(1e300, 1e300)) + cs::real(c);)
FUNCTION(complex_functions, const cs::complex<float> a(0.3f + threadIdx.x % 8 * 0.21f, threadIdx.x / 8 * 0.17f - 1.09f); unsigned sum = about(cs::abs(a));
         sum = sum * 31 + about(cs::arg(a)); sum = sum * 31 + about(cs::exp(a)); sum = sum * 31 + about(cs::log(a)); sum = sum * 31 + about(cs::sqrt(a));
         sum = sum * 31 + about(cs::sqrt(-a)); sum = sum * 31 + about(cs::pow(a, 2.0f)); sum = sum * 31 + about(cs::sin(a)); sum = sum * 31 + about(cs::cos(a));
         sum = sum * 31 + about(cs::tanh(a)); sum = sum * 31 + about(cs::polar(2.0f, 0.1f * threadIdx.x)); return sum * 31 + about(cs::log10(a));)

// ---- chrono ----

static_assert(cs::ratio<6, 4>::num == 3 && cs::ratio_multiply<cs::milli, cs::kilo>::den == 1, "");
FUNCTION(durations, using namespace cs::chrono; const nanoseconds n(i); const milliseconds m(threadIdx.x); auto both = n + m;
         static_assert(cs::is_same<decltype(both), nanoseconds>::value, ""); unsigned sum = static_cast<unsigned>(both.count());
         sum = sum * 31 + static_cast<unsigned>(duration_cast<microseconds>(n).count()); sum = sum * 31 + static_cast<unsigned>((minutes(2) - m).count());
         sum = sum * 31 + (n < m) + 2 * (m == microseconds(threadIdx.x * 1000)) + 4 * (n >= seconds(1)) + 8 * (n != m);
         sum = sum * 31 + static_cast<unsigned>((n % microseconds(3)).count()) + static_cast<unsigned>(n / microseconds(7)) + static_cast<unsigned>((3 * n / 5).count());
         const duration<float, cs::milli> some = n; sum = sum * 31 + __float_as_uint(some.count());
         sum = sum * 31 + static_cast<unsigned>((floor<microseconds>(-n) + ceil<microseconds>(n) + 2 * round<microseconds>(n)).count());
         return sum * 31 + static_cast<unsigned>((1h + 2min + 3s + 4ms + 5us + 6ns).count()) + static_cast<unsigned>(duration_cast<milliseconds>(1.5s).count());)
FUNCTION(clocks, using namespace cs::chrono; const auto begin = system_clock::now(); auto end = begin + microseconds(threadIdx.x); end += 5us;
         const bool goes_on = high_resolution_clock::now() >= begin; const nanoseconds took = end - begin;
         return goes_on + 2 * static_cast<unsigned>(took.count()) + (end > begin) * 7 + static_cast<unsigned>(time_point_cast<seconds>(system_clock::time_point(3500ms)).time_since_epoch().count());)
