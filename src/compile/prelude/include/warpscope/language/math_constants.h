// Constants of <limits.h> and <math.h>, which nvcc includes.
#pragma once

#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295u
#define LLONG_MIN (-9223372036854775807ll - 1)
#define LLONG_MAX 9223372036854775807ll
#define ULLONG_MAX 18446744073709551615ull
#define LONG_MIN (-9223372036854775807l - 1)
#define LONG_MAX 9223372036854775807l
#define ULONG_MAX 18446744073709551615ul

#define INFINITY __builtin_bit_cast(float, 0x7f800000)
#define NAN __builtin_bit_cast(float, 0x7fc00000)
#define HUGE_VAL __builtin_bit_cast(double, 0x7ff0000000000000)
#define HUGE_VALF INFINITY
#define MAXFLOAT 0x1.fffffep+127f
#define M_E 2.71828182845904523536
#define M_LOG2E 1.44269504088896340736
#define M_LOG10E 0.434294481903251827651
#define M_LN2 0.693147180559945309417
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.785398163397448309616
#define M_1_PI 0.318309886183790671538
#define M_2_PI 0.636619772367581343076
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.707106781186547524401

#ifdef __clang__
// nvcc and NVRTC require <float.h> for these. They are variables, so programs can define macros of the same names.
namespace ws_float_constants {
static __device__ constexpr float FLT_MAX = 0x1.fffffep+127f, FLT_MIN = 0x1p-126f, FLT_EPSILON = 0x1p-23f;
static __device__ constexpr double DBL_MAX = 0x1.fffffffffffffp+1023, DBL_MIN = 0x1p-1022, DBL_EPSILON = 0x1p-52;
} // namespace ws_float_constants
using namespace ws_float_constants;
#endif
