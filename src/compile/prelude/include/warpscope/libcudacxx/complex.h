#pragma once

#include "warpscope/libcudacxx/cuda_std.h"

namespace cuda {
namespace std {

template<class _T>
class complex {
public:
    typedef _T value_type;

    WS_STD complex(_T real = _T(), _T imag = _T())
        : real_(real)
        , imag_(imag) {}
    template<class _U>
    WS_STD complex(const complex<_U>& other)
        : real_(static_cast<_T>(other.real()))
        , imag_(static_cast<_T>(other.imag())) {}
    WS_STD _T real() const { return real_; }
    WS_STD _T imag() const { return imag_; }
    WS_STD void real(_T v) { real_ = v; }
    WS_STD void imag(_T v) { imag_ = v; }

    WS_STD complex& operator=(_T v) { return *this = complex(v); }
    WS_STD complex& operator+=(_T v) { return *this = *this + v; }
    WS_STD complex& operator-=(_T v) { return *this = *this - v; }
    WS_STD complex& operator*=(_T v) { return *this = *this * v; }
    WS_STD complex& operator/=(_T v) { return *this = *this / v; }
    WS_STD complex& operator+=(const complex& v) { return *this = *this + v; }
    WS_STD complex& operator-=(const complex& v) { return *this = *this - v; }
    WS_STD complex& operator*=(const complex& v) { return *this = *this * v; }
    WS_STD complex& operator/=(const complex& v) { return *this = *this / v; }

    // These are friends, so that they accept numbers that convert to T implicitly.
    friend WS_STD complex operator+(const complex& a) { return a; }
    friend WS_STD complex operator-(const complex& a) { return {-a.real_, -a.imag_}; }
    friend WS_STD complex operator+(const complex& a, const complex& b) { return {a.real_ + b.real_, a.imag_ + b.imag_}; }
    friend WS_STD complex operator-(const complex& a, const complex& b) { return {a.real_ - b.real_, a.imag_ - b.imag_}; }
    friend WS_STD complex operator*(const complex& a, const complex& b) {
        return {a.real_ * b.real_ - a.imag_ * b.imag_, a.real_ * b.imag_ + a.imag_ * b.real_};
    }
    friend WS_STD complex operator*(const complex& a, _T b) { return {a.real_ * b, a.imag_ * b}; }
    friend WS_STD complex operator*(_T a, const complex& b) { return b * a; }
    friend WS_STD complex operator/(const complex& a, _T b) { return {a.real_ / b, a.imag_ / b}; }
    friend WS_STD complex operator/(_T a, const complex& b) { return complex(a) / b; }
    /// Scales the divisor to about 1, so that its square does not overflow or vanish.
    friend WS_STD complex operator/(const complex& a, const complex& b) {
        const _T largest = ws_larger(b.real_ < 0 ? -b.real_ : b.real_, b.imag_ < 0 ? -b.imag_ : b.imag_);
        const _T scale = ws_inverse_power(largest);
        const _T x = b.real_ * scale, y = b.imag_ * scale, square = x * x + y * y;
        return {(a.real_ * x + a.imag_ * y) / square * scale, (a.imag_ * x - a.real_ * y) / square * scale};
    }
    friend WS_STD bool operator==(const complex& a, const complex& b) { return a.real_ == b.real_ && a.imag_ == b.imag_; }
    friend WS_STD bool operator!=(const complex& a, const complex& b) { return !(a == b); }

private:
    WS_STD static _T ws_larger(_T a, _T b) { return a < b ? b : a; }
    /// Returns 1 over the largest power of two not above `v`.
    WS_STD static _T ws_inverse_power(_T v) {
        if constexpr (sizeof(_T) == 4) {
            const unsigned exponent = __builtin_bit_cast(unsigned, v) >> 23;
            return exponent == 0 || exponent > 253 ? _T(1) : __builtin_bit_cast(_T, (254 - exponent) << 23);
        } else {
            const unsigned long long exponent = __builtin_bit_cast(unsigned long long, v) >> 52;
            return exponent == 0 || exponent > 2045 ? _T(1) : __builtin_bit_cast(_T, (2046 - exponent) << 52);
        }
    }

    _T real_, imag_;
};

template<class _T>
WS_STD _T real(const complex<_T>& v) {
    return v.real();
}
template<class _T>
WS_STD _T imag(const complex<_T>& v) {
    return v.imag();
}
template<class _T>
WS_STD complex<_T> conj(const complex<_T>& v) {
    return {v.real(), -v.imag()};
}
template<class _T>
WS_STD _T norm(const complex<_T>& v) {
    return v.real() * v.real() + v.imag() * v.imag();
}

#define WS_COMPLEX(type, name)                                                                                         \
    template<class _T>                                                                                                  \
    WS_INLINE type name(const complex<_T>& v)
WS_COMPLEX(_T, abs) { return ::hypot(v.real(), v.imag()); }
WS_COMPLEX(_T, arg) { return ::atan2(v.imag(), v.real()); }
template<class _T>
WS_INLINE complex<_T> polar(_T length, _T angle = _T()) {
    return {length * ::cos(angle), length * ::sin(angle)};
}
WS_COMPLEX(complex<_T>, exp) { return polar(::exp(v.real()), v.imag()); }
WS_COMPLEX(complex<_T>, log) { return {::log(abs(v)), arg(v)}; }
WS_COMPLEX(complex<_T>, log10) { return log(v) / ::log(_T(10)); }
WS_COMPLEX(complex<_T>, sqrt) {
    const _T half = ::sqrt((abs(v) + (v.real() < 0 ? -v.real() : v.real())) / 2);
    if (half == 0) return {_T(), v.imag()};
    const _T other = v.imag() / (2 * half);
    if (!(v.real() < 0)) return {half, other};
    return {other < 0 ? -other : other, ::copysign(half, v.imag())};
}
template<class _T>
WS_INLINE complex<_T> pow(const complex<_T>& v, const complex<_T>& power) {
    return exp(power * log(v));
}
template<class _T, class _U, class = enable_if_t<is_arithmetic_v<_U>>>
WS_INLINE complex<_T> pow(const complex<_T>& v, _U power) {
    return pow(v, complex<_T>(static_cast<_T>(power)));
}
WS_COMPLEX(complex<_T>, sinh) {
    return {::sinh(v.real()) * ::cos(v.imag()), ::cosh(v.real()) * ::sin(v.imag())};
}
WS_COMPLEX(complex<_T>, cosh) {
    return {::cosh(v.real()) * ::cos(v.imag()), ::sinh(v.real()) * ::sin(v.imag())};
}
WS_COMPLEX(complex<_T>, tanh) { return sinh(v) / cosh(v); }
WS_COMPLEX(complex<_T>, sin) {
    const complex<_T> turned = sinh(complex<_T>(-v.imag(), v.real()));
    return {turned.imag(), -turned.real()};
}
WS_COMPLEX(complex<_T>, cos) { return cosh(complex<_T>(-v.imag(), v.real())); }
WS_COMPLEX(complex<_T>, tan) { return sin(v) / cos(v); }
#undef WS_COMPLEX

inline namespace literals {
inline namespace complex_literals {
WS_STD complex<double> operator""i(long double v) { return {0, static_cast<double>(v)}; }
WS_STD complex<double> operator""i(unsigned long long v) { return {0, static_cast<double>(v)}; }
WS_STD complex<float> operator""if(long double v) { return {0, static_cast<float>(v)}; }
WS_STD complex<float> operator""if(unsigned long long v) { return {0, static_cast<float>(v)}; }
} // namespace complex_literals
} // namespace literals

} // namespace std
} // namespace cuda
