#pragma once

#include "warpscope/std/std.h"
#include "warpscope/std/std_names.h"
#include "warpscope/std/tuple.h"

namespace cuda {
namespace std {
using namespace ws_std;

template<class To, class From>
WS_STD To bit_cast(const From& v) noexcept {
    return __builtin_bit_cast(To, v);
}
// Accept unsigned numbers of any width; built-in functions exist for 32 and 64 bits.
template<class _T>
WS_STD int popcount(_T v) noexcept {
    return sizeof(_T) <= 4 ? __builtin_popcount(v) : __builtin_popcountll(v);
}
template<class _T>
WS_STD int countl_zero(_T v) noexcept {
    constexpr int bits = 8 * sizeof(_T);
    if (v == 0) return bits;
    return sizeof(_T) <= 4 ? __builtin_clz(v) - (32 - bits) : __builtin_clzll(v);
}
template<class _T>
WS_STD int countr_zero(_T v) noexcept {
    if (v == 0) return 8 * sizeof(_T);
    return sizeof(_T) <= 4 ? __builtin_ctz(v) : __builtin_ctzll(v);
}
template<class _T>
WS_STD bool has_single_bit(_T v) noexcept {
    return v != 0 && (v & (v - 1)) == 0;
}
template<class _T>
WS_STD int bit_width(_T v) noexcept {
    return static_cast<int>(8 * sizeof(_T)) - countl_zero(v);
}
template<class _T>
WS_STD _T rotl(_T v, int by) noexcept {
    constexpr unsigned bits = 8 * sizeof(_T);
    const unsigned left = static_cast<unsigned>(by) % bits;
    return left == 0 ? v : static_cast<_T>(v << left | v >> (bits - left));
}
template<class _T>
WS_STD _T rotr(_T v, int by) noexcept {
    return rotl(v, -by);
}
} // namespace std
} // namespace cuda
