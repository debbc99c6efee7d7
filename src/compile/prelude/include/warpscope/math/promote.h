// Promotes integers and mixed types to double, as <cmath> does.
#pragma once

#include "warpscope/std/type_traits.h"

template<class _T>
using ws_promoted1 = ws_std::enable_if_t<ws_std::is_integral_v<_T>, double>;
template<class _A, class _B>
using ws_promoted2 =
    ws_std::enable_if_t<ws_std::is_arithmetic_v<_A> && ws_std::is_arithmetic_v<_B> &&
                            (!ws_std::is_same_v<_A, _B> || ws_std::is_integral_v<_A>),
                        double>;

#ifdef WS_INLINE
#define WS_PROMOTED WS_INLINE
#else
#define WS_PROMOTED __device__ __forceinline__
#endif

#define WS_PROMOTE1(name)                                                                                              \
    template<class _T>                                                                                                  \
    WS_PROMOTED ws_promoted1<_T> name(_T v) {                                                             \
        return name(static_cast<double>(v));                                                                           \
    }
#define WS_PROMOTE2(name)                                                                                              \
    template<class _A, class _B>                                                                                         \
    WS_PROMOTED ws_promoted2<_A, _B> name(_A a, _B b) {                                                     \
        return name(static_cast<double>(a), static_cast<double>(b));                                                   \
    }

WS_PROMOTE1(sqrt)
WS_PROMOTE1(rsqrt)
WS_PROMOTE1(fabs)
WS_PROMOTE1(floor)
WS_PROMOTE1(ceil)
WS_PROMOTE1(round)
WS_PROMOTE1(sin)
WS_PROMOTE1(cos)
WS_PROMOTE1(tan)
WS_PROMOTE1(atan)
WS_PROMOTE1(asin)
WS_PROMOTE1(acos)
WS_PROMOTE1(sinh)
WS_PROMOTE1(cosh)
WS_PROMOTE1(tanh)
WS_PROMOTE1(cbrt)
WS_PROMOTE1(trunc)
WS_PROMOTE1(erf)
WS_PROMOTE1(erfc)
WS_PROMOTE1(expm1)
WS_PROMOTE1(log1p)
WS_PROMOTE1(lgamma)
WS_PROMOTE1(tgamma)
WS_PROMOTE1(exp)
WS_PROMOTE1(exp2)
WS_PROMOTE1(log)
WS_PROMOTE1(log2)
WS_PROMOTE1(log10)
WS_PROMOTE2(pow)
WS_PROMOTE2(atan2)
WS_PROMOTE2(hypot)
WS_PROMOTE2(fmod)
WS_PROMOTE2(fmin)
WS_PROMOTE2(fmax)
