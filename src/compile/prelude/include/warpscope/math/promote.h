// As <cmath> has it: integers, and float together with double, are taken as double. Included before every kernel.
#pragma once

#include "warpscope/std/type_traits.h"

template<class T>
using ws_promoted1 = ws_std::enable_if_t<ws_std::is_integral_v<T>, double>;
template<class A, class B>
using ws_promoted2 =
    ws_std::enable_if_t<ws_std::is_arithmetic_v<A> && ws_std::is_arithmetic_v<B> &&
                            (!ws_std::is_same_v<A, B> || ws_std::is_integral_v<A>),
                        double>;

#ifdef WS_INLINE
#define WS_PROMOTED WS_INLINE
#else
#define WS_PROMOTED __device__ __forceinline__
#endif

#define WS_PROMOTE1(name)                                                                                              \
    template<class T>                                                                                                  \
    WS_PROMOTED ws_promoted1<T> name(T v) {                                                             \
        return name(static_cast<double>(v));                                                                           \
    }
#define WS_PROMOTE2(name)                                                                                              \
    template<class A, class B>                                                                                         \
    WS_PROMOTED ws_promoted2<A, B> name(A a, B b) {                                                     \
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
