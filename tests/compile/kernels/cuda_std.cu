// Parts of <cuda/std/...> that differ from std.
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

#define FUNCTION(name, ...)                                                                                            \
    extern "C" __global__ void name(unsigned* out) {                                                                   \
        const unsigned i = threadIdx.x * 2654435761u >> (threadIdx.x & 31);                                            \
        out[threadIdx.x] = [&]() -> unsigned { __VA_ARGS__ }();                                                        \
    }

template<class T>
__device__ unsigned bits_of(T v) {
    namespace std = cuda::std;
    return std::popcount(v) + 100 * std::countl_zero(v) + 10000 * std::countr_zero(v) + 1000000 * std::has_single_bit(v) +
           10000000 * std::bit_width(v) + static_cast<unsigned>(std::rotl(v, 5)) * 7 + static_cast<unsigned>(std::rotr(v, 3)) * 11;
}
FUNCTION(bits, return bits_of(i) ^ bits_of(static_cast<unsigned char>(i)) * 3 ^ bits_of(static_cast<unsigned short>(i)) * 5 ^
                      bits_of(static_cast<unsigned long long>(i) << threadIdx.x) * 7 ^ cuda::std::bit_cast<unsigned>(1.0f * i);)
FUNCTION(spans, unsigned t[6] = {i, 1, 2, 3, 4, 5}; cuda::std::span all(t); cuda::std::span<unsigned> some(t + 1, 4); unsigned sum = 0;
         for (unsigned& v : some.subspan(1)) sum = sum * 10 + v++;
         const cuda::std::span<const unsigned> same = all;
         return sum + same[3] + all.back() * 7 + some.first(2).back() * 100 + some.last(1)[0] * 1000 + all.size() + some.size_bytes();)
FUNCTION(tuples, cuda::std::tuple<unsigned, float> t{i, 2.0f}; auto [x, y] = t; unsigned a = 0; unsigned b = 0;
         cuda::std::tie(a, b) = cuda::std::make_tuple(x, 5u); cuda::std::pair<unsigned, unsigned> p{a, b}; cuda::std::swap(p.first, p.second);
         cuda::std::array<unsigned, 3> c{1, 2, i}; static_assert(cuda::std::tuple_size_v<decltype(c)> == 3, "");
         return cuda::std::get<0>(t) + static_cast<unsigned>(y) + p.first * 3 + cuda::std::get<2>(c) + cuda::std::get<1>(p);)
