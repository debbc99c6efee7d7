#pragma once

#include "warpscope/std/type_traits.h"

namespace ws_std {

template<class _T>
struct numeric_limits {
    static constexpr bool is_specialized = false;
};

#define WS_LIMITS(type, lowest_value, least, greatest, whole, bits, ten, step)                                         \
    static constexpr bool is_specialized = true, is_integer = whole, is_exact = whole, is_bounded = true,              \
                          is_signed = lowest_value < 0, has_infinity = !whole, has_quiet_NaN = !whole;                 \
    static constexpr int digits = bits, digits10 = ten, radix = 2;                                                     \
    static WS_STD type lowest() noexcept { return lowest_value; }                                                      \
    static WS_STD type min() noexcept { return least; }                                                                \
    static WS_STD type max() noexcept { return greatest; }                                                             \
    static WS_STD type epsilon() noexcept { return step; }

#define WS_LIMITS_WHOLE(type, least, greatest, bits)                                                                   \
    template<>                                                                                                         \
    struct numeric_limits<type> {                                                                                      \
        WS_LIMITS(type, (least), (least), (greatest), true, bits, bits * 30103 / 100000, 0)                                     \
        static WS_STD type infinity() noexcept { return 0; }                                                           \
        static WS_STD type quiet_NaN() noexcept { return 0; }                                                          \
    };
WS_LIMITS_WHOLE(bool, false, true, 1)
WS_LIMITS_WHOLE(char, -128, 127, 7)
WS_LIMITS_WHOLE(signed char, -128, 127, 7)
WS_LIMITS_WHOLE(unsigned char, 0, 255, 8)
WS_LIMITS_WHOLE(short, -32768, 32767, 15)
WS_LIMITS_WHOLE(unsigned short, 0, 65535, 16)
WS_LIMITS_WHOLE(int, -2147483647 - 1, 2147483647, 31)
WS_LIMITS_WHOLE(unsigned, 0, 4294967295u, 32)
WS_LIMITS_WHOLE(long, -9223372036854775807l - 1, 9223372036854775807l, 63)
WS_LIMITS_WHOLE(unsigned long, 0, 18446744073709551615ul, 64)
WS_LIMITS_WHOLE(long long, -9223372036854775807ll - 1, 9223372036854775807ll, 63)
WS_LIMITS_WHOLE(unsigned long long, 0, 18446744073709551615ull, 64)

#define WS_LIMITS_FLOATING(type, least, greatest, bits, ten, step, subnormal, low_exponent, high_exponent, huge, no_number) \
    template<>                                                                                                         \
    struct numeric_limits<type> {                                                                                      \
        WS_LIMITS(type, (-greatest), (least), (greatest), false, bits, ten, step)                                      \
        static constexpr int min_exponent = low_exponent, max_exponent = high_exponent;                                \
        static WS_STD type denorm_min() noexcept { return subnormal; }                                                 \
        static WS_STD type infinity() noexcept { return huge; }                                                        \
        static WS_STD type quiet_NaN() noexcept { return no_number; }                                                  \
    };
WS_LIMITS_FLOATING(float, 0x1p-126f, 0x1.fffffep+127f, 24, 6, 0x1p-23f, 0x1p-149f, -125, 128,
                   __builtin_bit_cast(float, 0x7f800000), __builtin_bit_cast(float, 0x7fc00000))
WS_LIMITS_FLOATING(double, 0x1p-1022, 0x1.fffffffffffffp+1023, 53, 15, 0x1p-52, 0x1p-1074, -1021, 1024,
                   __builtin_bit_cast(double, 0x7ff0000000000000), __builtin_bit_cast(double, 0x7ff8000000000000))

} // namespace ws_std

namespace std {
using namespace ws_std;
}
