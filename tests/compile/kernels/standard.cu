// Parts of the C++ library that kernels use. The test also compiles this file for the processor with the library's own
// headers, and compares the results.
#include <algorithm>
#include <array>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#ifdef FOR_THE_PROCESSOR
#define FUNCTION(name, ...)                                                                                            \
    inline unsigned name([[maybe_unused]] unsigned i) { __VA_ARGS__ }
#define DEVICE
namespace on_processor {
#else
#define FUNCTION(name, ...)                                                                                            \
    __device__ unsigned name##_of([[maybe_unused]] unsigned i) { __VA_ARGS__ }                                         \
    extern "C" __global__ void name(unsigned* out) { out[threadIdx.x] = name##_of(threadIdx.x); }
#define DEVICE __device__
#endif

constexpr unsigned square(unsigned v) { return v * v; }
enum class Small : unsigned char { one = 1 };
struct Plain {
    int a;
    float b;
};

FUNCTION(lists, unsigned sum = 0; for (const unsigned v : {1u, 2u, i}) sum = sum * 10 + v; const auto list = {i, 7u, 3u};
         return sum + 1000 * static_cast<unsigned>(list.size()) + *(list.end() - 1);)
FUNCTION(extremes, return std::max({i, 5u, 9u}) * 100 + std::min({i, 5u, 3u}) * 10 +
                          std::max(i, 4u, [](unsigned a, unsigned b) { return a % 3 < b % 3; }) + std::clamp(i, 2u, 6u);)
FUNCTION(pairs, std::pair<unsigned, float> p(i, 2.0f); auto q = std::make_pair(3u, 4.0f); std::swap(p, q);
         const bool less = p < q, same = p == q; auto [x, y] = p; auto& [first, second] = q; first += 1;
         return x * 100 + static_cast<unsigned>(y) * 10 + (less ? 1 : 0) + (same ? 2 : 0) + q.first +
                std::get<0>(q) * 1000 + static_cast<unsigned>(second);)
FUNCTION(arrays, std::array<unsigned, 4> a{}; a.fill(i); a[1] = 7; std::array b{1u, 2u, i}; unsigned sum = 0;
         for (const auto v : a) sum = sum * 3 + v; const auto [p, q, r] = b;
         return sum + std::get<2>(b) * 1000 + p + q * r + static_cast<unsigned>(a.size()) + (a == a) + (b.back() != 2u) +
                static_cast<unsigned>(std::tuple_size_v<decltype(b)>);)
FUNCTION(tuples, std::tuple<unsigned, float, bool> t(i, 2.0f, true); std::get<1>(t) += 1; auto [x, y, z] = t;
         unsigned u = 0; float v = 0; bool w = false; std::tie(u, v, w) = t; const auto made = std::make_tuple(i, 1u);
         return x + static_cast<unsigned>(y) * 10 + z * 100 + u * 7 + static_cast<unsigned>(v) + w +
                std::apply([](unsigned a, unsigned b) { return a * 5 + b; }, made) + (made == std::make_tuple(3u, 1u));)
FUNCTION(moves, unsigned a = i; const unsigned before = std::exchange(a, 9u); unsigned b = std::move(a); std::swap(a, b);
         return before * 100 + std::as_const(a) * 10 + *std::addressof(b) + std::forward<unsigned>(b);)
FUNCTION(functions, return std::plus<unsigned>()(i, 1u) + std::greater<>()(i, 3u) * 10 + std::logical_and<>()(i > 1, i < 5) +
                           std::bit_not<unsigned>()(i) + std::negate<>()(i) +
                           std::invoke([](unsigned v) { return v + 1; }, i);)
FUNCTION(places, unsigned t[3] = {i, 2u, 3u}; std::array<unsigned, 2> a{4u, i}; unsigned sum = 0;
         for (auto* at = std::begin(t); at != std::end(t); ++at) sum = sum * 10 + *at;
         return sum + static_cast<unsigned>(std::size(t) + std::size(a) + std::distance(t, t + 2)) + *std::begin(a) +
                std::data(a)[1];)
template<class T, T... v>
DEVICE inline unsigned doubled(std::integer_sequence<T, v...>) {
    return ((v * 2) + ...);
}
FUNCTION(sequences, return doubled(std::make_integer_sequence<unsigned, 5>()) + square(i);)
FUNCTION(limits, return static_cast<unsigned>(std::numeric_limits<int>::max()) + std::numeric_limits<short>::digits10 * i +
                        (std::numeric_limits<float>::infinity() > FLT_MAX) + (std::numeric_limits<double>::lowest() == -DBL_MAX) +
                        (std::numeric_limits<float>::epsilon() == FLT_EPSILON) + (std::numeric_limits<int8_t>::min() == SCHAR_MIN) +
                        std::numeric_limits<unsigned char>::digits;)
FUNCTION(numbers, const float v = static_cast<float>(i) - 3.5f;
         return static_cast<unsigned>(std::abs(v) * 8 + std::floor(v) + 16 + std::sqrt(16.0f) + std::pow(2.0, 3) +
                                      std::fmax(v, 1.0f)) + std::isnan(v) + std::signbit(v) * 2u;)
FUNCTION(traits, return static_cast<unsigned>(
    std::is_same_v<std::decay_t<const int&>, int> + 2 * std::is_union_v<Plain> + 4 * std::is_trivial<Plain>::value +
    8 * std::is_standard_layout_v<Plain> + 16 * std::is_array_v<int[3]> + 32 * std::is_null_pointer_v<decltype(nullptr)> +
    64 * std::is_same_v<std::underlying_type_t<Small>, unsigned char> + 128 * std::is_constructible_v<int, float> +
    256 * std::is_invocable_v<int (*)(int), int> + 512 * std::conjunction_v<std::true_type, std::negation<std::false_type>> +
    1024 * (std::rank_v<int[2][3]> == 2) + 2048 * (std::extent_v<int[5]> == 5) +
    4096 * std::is_same_v<std::add_lvalue_reference_t<int>, int&> + 8192 * std::is_invocable_v<int, int> +
    16384 * std::is_fundamental_v<int*> + 32768 * std::is_default_constructible_v<Plain>) + i;)

#ifdef FOR_THE_PROCESSOR
} // namespace on_processor
#endif
