// As <cmath> has it: integers, and float together with double, are taken as double. Included before every kernel.
#pragma once

template<class T>
struct ws_arithmetic {
    static constexpr bool integral = false, any = false;
};
#define WS_ARITHMETIC(type, is_integral)                                                                               \
    template<>                                                                                                         \
    struct ws_arithmetic<type> {                                                                                       \
        static constexpr bool integral = is_integral, any = true;                                                      \
    };
WS_ARITHMETIC(char, true)
WS_ARITHMETIC(signed char, true)
WS_ARITHMETIC(unsigned char, true)
WS_ARITHMETIC(short, true)
WS_ARITHMETIC(unsigned short, true)
WS_ARITHMETIC(int, true)
WS_ARITHMETIC(unsigned, true)
WS_ARITHMETIC(long, true)
WS_ARITHMETIC(unsigned long, true)
WS_ARITHMETIC(long long, true)
WS_ARITHMETIC(unsigned long long, true)
WS_ARITHMETIC(float, false)
WS_ARITHMETIC(double, false)

template<bool condition>
struct ws_if {};
template<>
struct ws_if<true> {
    typedef double type;
};
template<class A, class B>
struct ws_same {
    static constexpr bool value = false;
};
template<class A>
struct ws_same<A, A> {
    static constexpr bool value = true;
};
template<class T>
struct ws_promoted1 : ws_if<ws_arithmetic<T>::integral> {};
template<class A, class B>
struct ws_promoted2 : ws_if<ws_arithmetic<A>::any && ws_arithmetic<B>::any &&
                            (!ws_same<A, B>::value || ws_arithmetic<A>::integral)> {};

#ifdef WS_INLINE
#define WS_PROMOTED WS_INLINE
#else
#define WS_PROMOTED __device__ __forceinline__
#endif

#define WS_PROMOTE1(name)                                                                                              \
    template<class T>                                                                                                  \
    WS_PROMOTED typename ws_promoted1<T>::type name(T v) {                                                             \
        return name(static_cast<double>(v));                                                                           \
    }
#define WS_PROMOTE2(name)                                                                                              \
    template<class A, class B>                                                                                         \
    WS_PROMOTED typename ws_promoted2<A, B>::type name(A a, B b) {                                                     \
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
