#pragma once

#include "math.h"
#include "stddef.h"
#include "stdint.h"
#include "string.h"

namespace ws_std {

using ::abs, ::fabs, ::floor, ::ceil, ::trunc, ::round, ::rint, ::nearbyint, ::sqrt, ::cbrt, ::hypot, ::pow, ::fma, ::fmod;
using ::acos, ::acosh, ::asin, ::asinh, ::atan, ::atan2, ::atanh, ::cos, ::cosh, ::sin, ::sinh, ::tan, ::tanh;
using ::erf, ::erfc, ::exp, ::exp2, ::expm1, ::lgamma, ::log, ::log10, ::log1p, ::log2, ::logb, ::tgamma;
using ::copysign, ::fdim, ::fmax, ::fmin, ::frexp, ::ilogb, ::isfinite, ::isinf, ::isnan, ::ldexp, ::llrint, ::llround,
    ::lrint, ::lround, ::modf, ::nextafter, ::remainder, ::remquo, ::scalbln, ::scalbn, ::signbit;

using ::size_t, ::ptrdiff_t, ::intptr_t, ::uintptr_t, ::intmax_t, ::uintmax_t;
using ::int8_t, ::int16_t, ::int32_t, ::int64_t, ::uint8_t, ::uint16_t, ::uint32_t, ::uint64_t;
using ::int_fast8_t, ::int_fast16_t, ::int_fast32_t, ::int_fast64_t;
using ::uint_fast8_t, ::uint_fast16_t, ::uint_fast32_t, ::uint_fast64_t;
using ::int_least8_t, ::int_least16_t, ::int_least32_t, ::int_least64_t;
using ::uint_least8_t, ::uint_least16_t, ::uint_least32_t, ::uint_least64_t;
using ::memcpy, ::memset, ::memmove, ::memcmp, ::strlen;

} // namespace ws_std

namespace std {
using namespace ws_std;
}
