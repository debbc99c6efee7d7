#pragma once
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
#ifdef __INT64_TYPE__
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
#else
typedef long long int64_t;
typedef unsigned long long uint64_t;
#endif
typedef int64_t intptr_t, intmax_t;
typedef uint64_t uintptr_t, uintmax_t;
typedef int8_t int_fast8_t, int_least8_t;
typedef uint8_t uint_fast8_t, uint_least8_t;
typedef int16_t int_fast16_t, int_least16_t;
typedef uint16_t uint_fast16_t, uint_least16_t;
typedef int32_t int_fast32_t, int_least32_t;
typedef uint32_t uint_fast32_t, uint_least32_t;
typedef int64_t int_fast64_t, int_least64_t;
typedef uint64_t uint_fast64_t, uint_least64_t;
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT64_MIN (-9223372036854775807ll - 1)
#define INT64_MAX 9223372036854775807ll
#define UINT64_MAX 18446744073709551615ull
#define INTPTR_MIN INT64_MIN
#define INTPTR_MAX INT64_MAX
#define UINTPTR_MAX UINT64_MAX
#define INTMAX_MIN INT64_MIN
#define INTMAX_MAX INT64_MAX
#define UINTMAX_MAX UINT64_MAX
#define SIZE_MAX 18446744073709551615ul
#define INT8_C(v) v
#define INT16_C(v) v
#define INT32_C(v) v
#define INT64_C(v) v##l
#define UINT8_C(v) v
#define UINT16_C(v) v
#define UINT32_C(v) v##u
#define UINT64_C(v) v##ul
